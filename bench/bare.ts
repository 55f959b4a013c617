/** A bare HTTP server, which answers a fixed page at once: how fast the machine is now. */
import http from 'node:http'

const PAGE = Buffer.alloc(60_000, 'a')
const server = http.createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': PAGE.length })
  response.end(PAGE)
})
server.listen(0, '127.0.0.1', () => console.log(`localhost:${(server.address() as { port: number }).port}`))
process.on('SIGTERM', () => process.exit(0))
