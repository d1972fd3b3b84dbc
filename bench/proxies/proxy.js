// A reverse proxy of Node's own server and client, whose parser is llhttp.
const http = require("http");
const [host, port] = "BACKEND".split(":");
const agent = new http.Agent({ keepAlive: true });
http.createServer((request, response) => {
	const fail = () => response.writeHead(502).end();
	try {
		const options = { host, port, agent, method: request.method, path: request.url, headers: request.headers };
		request.pipe(http.request(options, (answer) => {
			response.writeHead(answer.statusCode, answer.headers);
			answer.pipe(response);
		}).on("error", fail));
	} catch {
		fail();
	}
}).listen("PORT", "127.0.0.1");
