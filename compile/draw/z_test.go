package draw
import ("testing";"time";"fmt")
func TestZ(t *testing.T){
 rnd:=random(t)
 for i:= range 60 {
  text:=randomGrammar(rnd,false)
  g:=parse(t,text)
  for k,opts:=range []*Options{nil, {Full: true}, {Parts: []string{"r1", "R2=r2", "R2=r3"}}} {
   t0:=time.Now()
   d,err:=New(g,"r0",opts)
   t1:=time.Now()
   if err!=nil {continue}
   d.SVG()
   t2:=time.Now()
   if t2.Sub(t0)>200*time.Millisecond {fmt.Println(i,k,len(d.nodes),len(d.edges),t1.Sub(t0),t2.Sub(t1))}
  }
 }
}
