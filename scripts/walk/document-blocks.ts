// The commands of the operator's documents: ```sh WALK … MACHINE …, in the order of the documents.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes/programs.ts'

export const walks = ['install', 'firms', 'upgrade', 'restore', 'failover', 'distribute'] as const
export type Walk = (typeof walks)[number]

/** `point-in-time` and `backup-copy` are other steps of `npm run prove`. An `example` is not run. */
const otherMarks = ['variables', 'point-in-time', 'backup-copy', 'example']
const machineNames = /^(build|db|proxy|(node|pg|etcd)-[123])$/

export interface Block {
  readonly from: string
  readonly marks: readonly string[]
  readonly machines: readonly string[]
  readonly text: string
}

export const pages: readonly string[] = [
  'sync-server/operations/installation.md',
  'sync-server/OPERATIONS.md',
  ...readdirSync(join(root, 'sync-server/operations'))
    .filter((name) => name !== 'installation.md')
    .map((name) => `sync-server/operations/${name}`),
]

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

export const readBlocks = (): readonly Block[] => pages.flatMap((page) => blocksOf(page, textOf(page)))

export function blocksOf(page: string, text: string): readonly Block[] {
  return [...text.matchAll(/^```sh([^\n]*)\n([^]*?)^```$/gm)].map(({ 1: info, 2: code, index }) => {
    const words = info!.trim().split(/\s+/)
    const isMark = (word: string) => otherMarks.includes(word) || (walks as readonly string[]).includes(word)
    const from = `${page}:${text.slice(0, index).split('\n').length}`
    const marks = words.filter(isMark)
    const machines = words.filter((word) => machineNames.test(word))
    if (marks.length === 0) throw new Error(`${from}: the block belongs to no walk and is not an example`)
    if (marks.length + machines.length !== words.length) throw new Error(`${from}: “${info!.trim()}” is not understood`)
    return { from, marks, machines, text: code! }
  })
}
