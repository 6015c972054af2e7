// A proxy without a database accepts a connection and closes it; Postgres.js would reconnect immediately, without end.
import { connect, type Socket } from 'node:net'

interface Address {
  readonly host: readonly string[]
  readonly port: readonly number[]
  readonly path?: string | false
}

let connections = 0

/** A connection that closes before the database has sent a byte is an error. Several hosts take turns. */
function connectSocket({ host, port, path }: Address): Socket {
  const turn = connections++ % host.length
  const socket = path ? connect(path) : connect(port[turn]!, host[turn]!)
  socket.once('end', () => {
    if (socket.bytesRead === 0)
      socket.destroy(Object.assign(new Error('The connection was closed without a response'), { code: 'ECONNRESET' }))
  })
  // Postgres.js reads the name for TLS from here.
  return Object.assign(socket, { host: host[turn], port: port[turn] })
}

/** Options of Postgres.js, which its types lack. */
export const socketOptions = { socket: connectSocket }
