import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '#server/settings/settings.ts'
import { root } from '../processes/programs.ts'
import { type Block, blocksOf, pages, readBlocks, textOf, walks } from './document-blocks.ts'

/** Variables of other programs, and examples of mistakes. */
const foreign = /^(PG|ETCD_|OTEL_|CITUS_URL$|NODE_EXTRA_CA_CERTS$|HOLDFAST_IMAGE$|S3_BUKET$|A_LONG_RANDOM_TEXT$)/

const { stderr: usage } = spawnSync(process.execPath, [join(root, 'scripts/admin.ts')], { encoding: 'utf8' })
const optionsIn = (text: string): string[] => [...text.matchAll(/(?<=\s|\[)--[a-z-]+/g)].map(([option]) => option)
const known = new Map<string, Set<string>>()
for (const [, name, rest] of usage.matchAll(/npm run admin -- ([a-z-]+)([^\n]*)/g)) {
  const options = known.get(name!) ?? new Set()
  for (const option of optionsIn(rest!.split('   ')[0]!)) options.add(option)
  known.set(name!, options)
}

/** Commands with the options that follow them, in blocks and in `code`. */
function unknownCommands(text: string): string[] {
  const code = [...text.matchAll(/```sh[^\n]*\n([^]*?)^```$/gm), ...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, each]) => each!.split('\n'))
    .flatMap((line) => line.split(' #')[0]!)
  return code.flatMap((line) => {
    const [, name, rest = ''] = /(?:npm run admin --|holdfast admin) ([a-z-]+)(.*)/.exec(line) ?? []
    if (!name) return []
    const options = known.get(name)
    if (!options) return [line]
    return optionsIn(rest).some((option) => !options.has(option)) ? [line] : []
  })
}

describe("the operator's documents", () => {
  const blocks = readBlocks()

  it.each(walks)('have commands for the walk “%s”, and each names its machines', (walk) => {
    const found = blocks.filter(({ marks }) => marks.includes(walk))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ machines }) => machines.length === 0)).toEqual([])
  })

  it('have only blocks that a shell can parse', () => {
    const problemIn = ({ from, text }: Block) => {
      const { stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
      return stderr ? [`${from}: ${stderr}`] : []
    }
    expect(blocks.flatMap(problemIn)).toEqual([])
  })

  it('use only variables that they set', () => {
    const text = blocks.flatMap(({ marks, text: each }) => (marks.includes('variables') ? [each] : [])).join('\n')
    const set = new Set([...text.matchAll(/(?:^| )([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!))
    const walked = blocks.filter(({ marks }) => !marks.includes('example'))
    const used = walked.flatMap((block) => [...block.text.matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name!))
    expect(used.filter((name) => !set.has(name))).toEqual([])
  })

  it.each([...pages, 'README.md'])('name only commands, options and settings that exist: %s', (page) => {
    const text = textOf(page)
    expect(unknownCommands(text)).toEqual([])
    const names = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name!)
    expect(names.filter((name) => !(name in settings.shape) && !foreign.test(name))).toEqual([])
  })

  it('write only settings that exist', () => {
    const written = blocks
      .flatMap(({ text }) => [...(/cat > environment <<END\n([^]*?)^END$/m.exec(text)?.[1]?.split('\n') ?? [])])
      .map((line) => line.split('=')[0]!)
      .filter(Boolean)
    expect(written).toContain('DATABASE_URL')
    expect(written.filter((name) => !(name in settings.shape) && !foreign.test(name))).toEqual([])
  })
})

describe('a block', () => {
  it('without a walk, or with an unknown word, is refused', () => {
    expect(() => blocksOf('PAGE.md', '```sh\nls\n```')).toThrow('PAGE.md:1: the block belongs to no walk')
    expect(() => blocksOf('PAGE.md', '```sh install nod-1\nls\n```')).toThrow('not understood')
    expect(blocksOf('PAGE.md', 'x\n```sh install upgrade node-1\nls\n```')).toMatchObject([
      { from: 'PAGE.md:2', marks: ['install', 'upgrade'], machines: ['node-1'], text: 'ls\n' },
    ])
  })

  it('with an unknown command or option is reported', () => {
    expect(known.get('restore')).toContain('--to-url')
    const wrong = ['holdfast admin gone', 'npm run admin -- doctor --jsn']
    const text = `\`${wrong[0]!}\` \`npm run admin -- doctor --json\`\n\`\`\`sh example\n${wrong[1]!}\n\`\`\``
    expect(unknownCommands(text).toSorted()).toEqual(wrong)
  })
})
