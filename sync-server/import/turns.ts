// Imports keep a node and its firm's lock busy: one at a time per person, two at a time on this node.
import { RequestError } from '../http/errors.ts'

const mostAtOnce = 2
const retryAfterSeconds = 30

const refuse = (message: string): RequestError =>
  new RequestError('RATE_LIMITED', {}, message, { 'retry-after': String(retryAfterSeconds) })

/** Runs the work in this person's turn; refuses when it is not their turn. */
export type InTurn = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>

export function createTurns(): InTurn {
  const importing = new Set<string>()
  return async (userId, work) => {
    if (importing.has(userId)) throw refuse('An import of yours is running. Please wait until it is done.')
    if (importing.size >= mostAtOnce) throw refuse('The server is busy with other imports. Please try again later.')
    importing.add(userId)
    try {
      return await work()
    } finally {
      importing.delete(userId)
    }
  }
}
