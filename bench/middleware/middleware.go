// Package middleware has httpguard before handlers of chi, gin and echo (docs/security/middleware.md).
package middleware

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"

	"example.org/iri/httpguard"
)

func netHTTP(site http.Handler) http.Handler {
	return httpguard.Handler(site, httpguard.Browser)
}

func chiRouter(site http.HandlerFunc) http.Handler {
	router := chi.NewRouter()
	router.Get("/*", site)
	return httpguard.Handler(router, httpguard.Browser)
}

func ginRouter(site gin.HandlerFunc) http.Handler {
	router := gin.New()
	router.GET("/*path", site)
	return httpguard.Handler(router, httpguard.Browser)
}

func echoRouter(site echo.HandlerFunc) http.Handler {
	router := echo.New()
	router.GET("/*", site)
	return httpguard.Handler(router, httpguard.Browser)
}
