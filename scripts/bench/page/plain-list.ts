// The list without precomputed texts and sort keys.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { rowsByEntity } from './raw.ts'

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const textOf = ({ amount, status }: AnyRow): string =>
  fold(`${String(amount)} ${money.format(amount as `${number}`)} ${String(status)}`)

export interface PlainList {
  readonly searches: number[]
  readonly sorts: number[]
}

export async function plainList(times: number): Promise<PlainList> {
  const rows = await rowsByEntity()
  const investments = rows.get('investments')!
  const names = new Map(rows.get('projects')!.map(({ id, name }) => [id, String(name)]))
  const nameOf = ({ projectId }: AnyRow): string => fold(names.get(projectId as string) ?? '')
  const timed = (work: (time: number) => unknown) =>
    Array.from({ length: times }, (_, time) => {
      const start = performance.now()
      work(time)
      return performance.now() - start
    })
  return {
    searches: timed((time) => investments.filter((row) => textOf(row).includes(String(time)))),
    sorts: timed((time) => {
      const sign = time % 2 ? -1 : 1
      return [...investments].sort((a, b) => (nameOf(a) < nameOf(b) ? -sign : sign))
    }),
  }
}
