import type { FeedPage } from '#schema/sync/protocol.ts'
import type { Dice } from '../dice.ts'
import type { Answer } from './network.ts'

/** Ends between numbers, with the matching checkpoint hash. */
export async function shortenPage(
  answer: Answer,
  dice: Dice,
  checkpointHashOf: (number: number) => Promise<string>,
): Promise<Answer> {
  if (answer.status !== 200) return answer
  const { digest: _, ...page } = JSON.parse(answer.text) as FeedPage
  const numbers = [...new Set(page.rows.map(([, , number]) => number))]
  if (numbers.length < 2) return answer
  const to = numbers[dice.below(numbers.length - 1)]!
  const rows = page.rows.filter(([, , number]) => number <= to)
  return { ...answer, text: JSON.stringify({ ...page, to, mark: await checkpointHashOf(to), more: true, rows }) }
}
