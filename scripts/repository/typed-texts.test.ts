// A typed text has its own direction, so `Name` must render it. Finds texts in the sources that are rendered otherwise.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { entities } from '#schema/registry.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Free-text fields, fields of the signed-in person and firm, and functions that build names from them. */
const typedFields = new Set([
  ...entities.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { storage }]) =>
      storage.kind === 'text' || storage.kind === 'email' ? [name] : [],
    ),
  ),
  'tenantName',
  'projectName',
])
const notTyped = ['list', 'address', 'kycStatus', 'type', 'url', 'language', 'documentUrl']
for (const each of notTyped) typedFields.delete(each)
/** Props with other meanings, too, which their caller renders. */
const everyday = new Set(['name', 'title', 'action', 'message', 'description'])
const namers = new Set([
  'fullName',
  'recordTitle',
  'personName',
  'recordName',
  'recordNameOf',
  'fieldValue',
  'documentTypeName',
])

const ownDirection = new Set(['Name', 'RecordName', 'Email'])
const isUnseen = (attribute: string): boolean =>
  /^(aria-|data-|on[A-Z])/.test(attribute) ||
  [
    'key',
    'id',
    'href',
    'src',
    'name',
    'value',
    'alt',
    'className',
    'label',
    'placeholder',
    'dir',
    'nameOf',
    'windowTitle',
  ].includes(attribute)

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

function nameOf(node: unknown): string {
  if (typeof node === 'string') return node
  return isNode(node) ? nameOf(node['name'] ?? node['property']) : ''
}

type Carriers = ReadonlySet<string>

const isFunction = ({ type }: Node): boolean => /Function(Declaration|Expression)$/.test(type)

function returned(callable: Node): Node[] {
  const body = callable['body'] as Node
  if (body.type !== 'BlockStatement') return [body]
  const within = (node: Node): Node[] => {
    if (node.type === 'ReturnStatement') return isNode(node['argument']) ? [node['argument']] : []
    return isFunction(node) ? [] : children(node).flatMap(within)
  }
  return within(body)
}

function renderedIn(node: Node, carriers: Carriers): Node[] {
  const all = (nodes: readonly Node[]) => nodes.flatMap((each) => renderedIn(each, carriers))
  switch (node.type) {
    case 'LogicalExpression':
      return node['operator'] === '&&' ? all([node['right'] as Node]) : all(children(node))
    case 'ConditionalExpression':
      return all([node['consequent'] as Node, node['alternate'] as Node])
    case 'TemplateLiteral':
      return all(node['expressions'] as Node[])
    case 'BinaryExpression':
      return node['operator'] === '+' ? all(children(node)) : []
    case 'CallExpression': {
      const callee = nameOf(node['callee'])
      if (namers.has(callee) || carriers.has(`${callee}()`)) return [node]
      const [first] = node['arguments'] as Node[]
      if (callee === 'useMemo' && first && isFunction(first)) return all(returned(first))
      return callee === 't' ? inSentence(node, carriers) : []
    }
    case 'MemberExpression':
      return typedFields.has(nameOf(node)) ? [node] : []
    case 'Identifier':
      return carriers.has(nameOf(node)) || (typedFields.has(nameOf(node)) && !everyday.has(nameOf(node))) ? [node] : []
    case 'ArrayExpression':
      return all((node['elements'] as (Node | null)[]).filter(isNode))
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return all([node['expression'] as Node])
    default:
      return []
  }
}

const inSentence = (call: Node, carriers: Carriers): Node[] =>
  (call['arguments'] as Node[])
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((object) =>
      (object['properties'] as Node[]).flatMap(({ value }) => (isNode(value) ? renderedIn(value, carriers) : [])),
    )

function declared(scope: Node): Node[] {
  const within = (node: Node): Node[] => {
    if (node.type === 'VariableDeclarator') return [node]
    return isFunction(node) ? [] : children(node).flatMap(within)
  }
  return children(scope).flatMap((each) =>
    isFunction(each) && each.type !== 'FunctionDeclaration' ? [] : within(each),
  )
}

const taken = (pattern: Node): [field: string, variable: string][] =>
  pattern.type === 'ObjectPattern'
    ? (pattern['properties'] as Node[]).flatMap((each): [string, string][] => {
        const value = isNode(each['value']) ? each['value'] : null
        const variable = value?.type === 'AssignmentPattern' ? value['left'] : value
        return value ? [[nameOf(each['key']), nameOf(variable)]] : []
      })
    : []

function carriersIn(scope: Node, outer: Carriers): Carriers {
  const carriers = new Set(outer)
  for (const param of (scope['params'] as Node[] | undefined) ?? []) {
    carriers.delete(nameOf(param))
    for (const [, variable] of taken(param)) carriers.delete(variable)
  }
  for (const declaration of declared(scope)) {
    const [id, init] = [declaration['id'], declaration['init']] as [Node, Node | null]
    carriers.delete(nameOf(id))
    if (!init) continue
    for (const [field, variable] of taken(id)) if (typedFields.has(field)) carriers.add(variable)
    if (id.type !== 'Identifier') continue
    if (isFunction(init)) {
      if (returned(init).some((each) => renderedIn(each, carriers).length > 0)) carriers.add(`${nameOf(id)}()`)
    } else if (renderedIn(init, carriers).length > 0) carriers.add(nameOf(id))
  }
  return carriers
}

function bareIn(node: Node, outer: Carriers = new Set()): Node[] {
  const carriers = isFunction(node) || node.type === 'Program' ? carriersIn(node, outer) : outer
  const within = () => children(node).flatMap((each) => bareIn(each, carriers))
  if (node.type === 'JSXElement') {
    const opening = node['openingElement'] as Node
    if (ownDirection.has(nameOf(opening['name']))) return []
    const hasDirection = (opening['attributes'] as Node[]).some(({ name }) => ['dir', 'lang'].includes(nameOf(name)))
    if (hasDirection) return []
  }
  if (node.type === 'JSXAttribute' && isUnseen(nameOf(node['name']))) return []
  if (node.type === 'JSXExpressionContainer') return [...renderedIn(node['expression'] as Node, carriers), ...within()]
  if (node.type === 'Property' && nameOf(node['key']) === 'cell') {
    const cell = node['value']
    if (isNode(cell) && isFunction(cell)) {
      const inCell = carriersIn(cell, carriers)
      return [...returned(cell).flatMap((each) => renderedIn(each, inCell)), ...within()]
    }
  }
  if (node.type === 'Property' && nameOf(node['key']) === 'cells')
    return [...renderedIn(node['value'] as Node, carriers), ...within()]
  return within()
}

function bareTexts(path: string, source: string): string[] {
  const { program } = parseSync(path, source)
  const root: unknown = program
  if (!isNode(root)) throw new Error(`${path} has no program`)
  return bareIn(root).map(({ start, end }) => {
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
  ['{ const name = row.name; return <b>{name}</b> }', 1],
  ['{ const { name } = row; return <b>{name}</b> }', 1],
  ["{ const { name: called = '' } = row; return <b title={called} /> }", 1],
  ['{ const called = fullName(investor); const shown = called || none; return <b>{shown}</b> }', 1],
  ['{ const called = useMemo(() => fullName(investor), [investor]); return <b>{called}</b> }', 1],
  ['{ const called = () => row.name; return rows.map((row) => <b>{called()}</b>) }', 1],
  ['helper.display({ cell: ({ row }) => { const { name } = row; return name } })', 1],
  ['<Table rows={rows.map((each) => ({ cells: [each.name, <Name>{each.name}</Name>] }))} />', 1],
  ['{ const name = row.name; return <b><Name>{name}</Name></b> }', 0],
  ['{ const name = row.name; return <b>{names.map((name) => <i>{name}</i>)}</b> }', 0],
  ["{ const isNamed = row.name !== ''; return <b>{isNamed && all}</b> }", 0],
  ['<b><Name>{project.name}</Name></b>', 0],
  ['<b aria-label={project.name}>{project.name === "" && rest}</b>', 0],
  ['<a href={project.name} dir="ltr">{project.phone}</a>', 0],
])('%s holds %i bare texts', (source, count) => {
  const body = source.startsWith('{') ? source : `(${source})`
  expect(bareTexts('probe.tsx', `export const Probe = () => ${body}`)).toHaveLength(count)
})

it('every text that a person typed is rendered in its own direction', () => {
  const screens = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !path.startsWith('test'),
  )
  expect(screens.length).toBeGreaterThan(80)
  expect(screens.flatMap((path) => bareTexts(path, readFileSync(join(web, path), 'utf8')))).toEqual([])
})
