import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { serverCloser } from './close-server.ts'

const graceMs = 600_000

async function setupServer(listener: RequestListener) {
  const server = createServer(listener)
  const close = serverCloser(server, graceMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { server, close, port, url: `http://127.0.0.1:${port}` }
}

it('stops immediately although a browser has idle connections', async () => {
  const { close, port, url, server } = await setupServer((_, response) => response.end('done'))
  const connected = once(server, 'connection')
  const unused = connect(port, '127.0.0.1')
  await connected
  await (await fetch(url)).text()
  await close()
  expect(server.listening).toBe(false)
  unused.destroy()
})

it('lets running requests finish', async () => {
  const finish = Promise.withResolvers<void>()
  const { close, url, server } = await setupServer(
    (_, response) => void finish.promise.then(() => response.end('done')),
  )
  const requested = once(server, 'request')
  const response = fetch(url)
  await requested
  const closed = close()
  finish.resolve()
  expect(await (await response).text()).toBe('done')
  await closed
})
