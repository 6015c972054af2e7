import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { listen } from './listen.ts'

type Listening = Awaited<ReturnType<typeof listen>>
const running = new Set<Listening>()
afterEach(() => {
  for (const server of running) server.close().closeAllConnections()
  running.clear()
})

async function setupServer(respond: () => Response) {
  const quick = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10, stallMs: 20 }
  const server = await listen(respond, 0, '127.0.0.1', quick)
  running.add(server)
  const { port } = server.address() as { port: number }
  return { port, socket: connect(port, '127.0.0.1').setEncoding('utf8') }
}

const done = () => new Response('done')

it.each([
  ['headers', 'GET / HTTP/1.1\r\nhost: localhost\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nab'],
])('cuts a client that does not finish %s', async (_, begun) => {
  const { socket } = await setupServer(() => new Response(new ReadableStream({ start() {} })))
  socket.write(begun)
  let output = ''
  socket.on('data', (text) => (output += text))
  await once(socket, 'close')
  expect(output, 'the response is cut, too').not.toContain('0\r\n\r\n')
})

it('has no time limit for responses', async () => {
  const body = Promise.withResolvers<ReadableStreamDefaultController>()
  const { port } = await setupServer(
    () => new Response(new ReadableStream({ start: (controller) => body.resolve(controller) })),
  )
  const response = fetch(`http://127.0.0.1:${port}`)
  const controller = await body.promise
  const late = connect(port, '127.0.0.1')
  late.write('GET / HTTP/1.1\r\n')
  late.resume()
  await once(late, 'close')
  controller.enqueue(new TextEncoder().encode('late'))
  controller.close()
  expect(await (await response).text()).toBe('late')
})

it('disconnects a client that does not read its response', async () => {
  const gone = Promise.withResolvers<void>()
  const { socket } = await setupServer(
    () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
          cancel: () => gone.resolve(),
        }),
      ),
  )
  socket.pause().write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect(gone.promise).resolves.toBeUndefined()
})

it('responds', async () => {
  const { port } = await setupServer(done)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('done')
})
