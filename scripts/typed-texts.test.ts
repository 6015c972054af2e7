// A text that a person typed keeps its own direction: wherever a screen draws one, it stands in `Name`. This reads the
// sources and finds what does not.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { entities } from '#schema/registry.ts'

const web = fileURLToPath(new URL('../web', import.meta.url))

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Fields of free text, those of the signed-in person and their firm, and the functions that make names of them. */
const typedFields = new Set([
  ...entities.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { storage }]) =>
      storage.kind === 'text' || storage.kind === 'email' ? [name] : [],
    ),
  ),
  'tenantName',
  'projectName',
])
const notTyped = ['kycStatus', 'type', 'url', 'language', 'documentUrl']
for (const each of notTyped) typedFields.delete(each)
/** Words that a component also uses for what its caller draws. */
const everyday = new Set(['name', 'title', 'action', 'message', 'description'])
const namers = new Set(['fullName', 'personName', 'recordName', 'recordNameOf', 'fieldValue', 'documentTypeName'])

/** Components that give what they hold a direction, and attributes that nobody reads or that take no markup. */
const ownDirection = new Set(['Name', 'ProjectName', 'InvestorName'])
const isUnseen = (attribute: string): boolean =>
  /^(aria-|data-|on[A-Z])/.test(attribute) ||
  ['key', 'id', 'href', 'src', 'name', 'value', 'alt', 'className', 'label', 'placeholder', 'dir', 'nameOf'].includes(
    attribute,
  )

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

function nameOf(node: unknown): string {
  if (typeof node === 'string') return node
  return isNode(node) ? nameOf(node['name'] ?? node['property']) : ''
}

/** What an expression draws: not what it only asks or compares, and not what it hands to another function. */
function drawn(node: Node): Node[] {
  switch (node.type) {
    case 'LogicalExpression':
      return node['operator'] === '&&' ? drawn(node['right'] as Node) : children(node).flatMap(drawn)
    case 'ConditionalExpression':
      return [node['consequent'] as Node, node['alternate'] as Node].flatMap(drawn)
    case 'TemplateLiteral':
      return (node['expressions'] as Node[]).flatMap(drawn)
    case 'BinaryExpression':
      return node['operator'] === '+' ? children(node).flatMap(drawn) : []
    case 'CallExpression':
      // A sentence of ours with words of a person in it: `t('deleteWarning', { name })`.
      return namers.has(nameOf(node['callee'])) ? [node] : nameOf(node['callee']) === 't' ? inSentence(node) : []
    case 'MemberExpression':
      return typedFields.has(nameOf(node)) ? [node] : []
    case 'Identifier':
      return typedFields.has(nameOf(node)) && !everyday.has(nameOf(node)) ? [node] : []
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return drawn(node['expression'] as Node)
    default:
      return []
  }
}

const inSentence = (call: Node): Node[] =>
  (call['arguments'] as Node[])
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((object) => (object['properties'] as Node[]).flatMap(({ value }) => (isNode(value) ? drawn(value) : [])))

function bareIn(node: Node): Node[] {
  if (node.type === 'JSXElement') {
    const opening = node['openingElement'] as Node
    if (ownDirection.has(nameOf(opening['name']))) return []
    const says = (opening['attributes'] as Node[]).some(({ name }) => ['dir', 'lang'].includes(nameOf(name)))
    if (says) return []
  }
  if (node.type === 'JSXAttribute' && isUnseen(nameOf(node['name']))) return []
  if (node.type === 'JSXExpressionContainer') {
    const expression = node['expression'] as Node
    return [...drawn(expression), ...children(node).flatMap(bareIn)]
  }
  // A cell of a table draws what its function returns.
  if (node.type === 'Property' && nameOf(node['key']) === 'cell') {
    const body = isNode(node['value']) ? node['value']['body'] : undefined
    if (isNode(body)) return [...drawn(body), ...children(node).flatMap(bareIn)]
  }
  return children(node).flatMap(bareIn)
}

/** `line: source` of each. */
function bareTexts(path: string, source: string): string[] {
  const { program } = parseSync(path, source)
  return bareIn(program as unknown as Node).map(({ start, end }) => {
    const line = source.slice(0, start).split('\n').length
    return `${path}:${line}: ${source.slice(start, end as number)}`
  })
}

it.each([
  ['<b>{project.name}</b>', 1],
  ['<b>{location ?? none}</b>', 1],
  ['<b>{fullName(investor)}</b>', 1],
  ["<b>{t('deleteWarning', { name: fullName(investor) })}</b>", 1],
  ['<Cell title={project.name} about={project.location && <Name>{project.location}</Name>} />', 1],
  ['<b>{isShort ? `${project.name}!` : null}</b>', 1],
  ['<b>{rows.map((row) => <i key={row.name}>{row.name}</i>)}</b>', 1],
  ['helper.display({ cell: ({ row }) => row.email })', 1],
  ['<b><Name>{project.name}</Name></b>', 0],
  ['<b aria-label={project.name}>{project.name === "" && rest}</b>', 0],
  ['<a href={project.name} dir="ltr">{project.phone}</a>', 0],
])('%s holds %i bare texts', (source, count) => {
  expect(bareTexts('probe.tsx', `export const Probe = () => (${source})`)).toHaveLength(count)
})

it('every text that a person typed is drawn in its own direction', () => {
  const screens = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !path.startsWith('test'),
  )
  expect(screens.length).toBeGreaterThan(80)
  expect(screens.flatMap((path) => bareTexts(path, readFileSync(join(web, path), 'utf8')))).toEqual([])
})
