import type { FeedPage } from '#schema/sync/protocol.ts'
import type { Dice } from '../dice.ts'
import type { ServerResponse } from './network.ts'

/** Ends between numbers, with the matching checkpoint hash. */
export async function shortenPage(
  response: ServerResponse,
  dice: Dice,
  checkpointHashOf: (number: number) => Promise<string>,
): Promise<ServerResponse> {
  if (response.status !== 200) return response
  const { digest: _, ...page } = JSON.parse(response.text) as FeedPage
  const numbers = [...new Set(page.rows.map(([, , number]) => number))]
  if (numbers.length < 2) return response
  const to = numbers[dice.below(numbers.length - 1)]!
  const rows = page.rows.filter(([, , number]) => number <= to)
  return { ...response, text: JSON.stringify({ ...page, to, mark: await checkpointHashOf(to), more: true, rows }) }
}
