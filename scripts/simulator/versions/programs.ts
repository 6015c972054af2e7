// The current and the edited source are each loaded once, under their own module URL.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { verbNamed } from '#schema/verbs.ts'
import type { ReadableNames } from '#schema/records/readable-names.ts'
import type { limits } from '#schema/sync/protocol.ts'
import type { registry } from '#schema/registry.ts'
import { root } from '../../processes/programs.ts'
import type { NodeProgram } from '../server/backend.ts'
import type { DeviceProgram } from '../device/device-program.ts'
import { mutated, textIn } from '../mutants/mutate-source.ts'
import { type VersionName, versions } from './versions.ts'

export interface Program extends NodeProgram, DeviceProgram {
  readonly name: VersionName
  readonly limits: typeof limits
  readonly registry: typeof registry
  readonly names: ReadableNames
}

const sourceFolders = ['schema', 'sync-server', 'web'].map((folder) => `${pathToFileURL(join(root, folder)).href}/`)
const isOwn = (url: string): boolean => sourceFolders.some((folder) => url.startsWith(folder))
const versionOf = (url: string | undefined) => (url === undefined ? null : new URL(url).searchParams.get('version'))

let isHooked = false

function hook(): void {
  if (isHooked) return
  isHooked = true
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const version = versionOf(context.parentURL)
      return version && isOwn(found.url) ? { ...found, url: `${found.url}?version=${version}` } : found
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const version = versionOf(url)
      if (!version) return loaded
      const edits = versions[version as VersionName].filter(
        ({ file }) => url.split('?')[0] === pathToFileURL(join(root, file)).href,
      )
      return edits.length
        ? { ...loaded, source: edits.reduce((text, edit) => mutated(edit, text), textIn(loaded)) }
        : loaded
    },
  })
}

const loaded = new Map<VersionName, Promise<Program>>()

export function programOf(name: VersionName): Promise<Program> {
  hook()
  const known = loaded.get(name) ?? load(name)
  loaded.set(name, known)
  return known
}

async function load(name: VersionName): Promise<Program> {
  const query = name === 'present' ? '' : `?version=${name}`
  const importFile = (path: string): Promise<object> => import(`${pathToFileURL(join(root, path)).href}${query}`)
  const [app, streams, rules, open, send, identity, protocol, entities, verbs, readable] = (await Promise.all([
    importFile('sync-server/app.ts'),
    importFile('sync-server/sync/stream.ts'),
    importFile('sync-server/rules.ts'),
    importFile('web/store/open.ts'),
    importFile('web/store/sync/send-unsent.ts'),
    importFile('web/store/disk/identity.ts'),
    importFile('schema/sync/protocol.ts'),
    importFile('schema/registry.ts'),
    importFile('schema/verbs.ts'),
    importFile('schema/records/readable-names.ts'),
  ])) as [
    Pick<NodeProgram, 'createApp'>,
    Pick<NodeProgram, 'createStreams'>,
    Pick<NodeProgram, 'rules'>,
    Pick<DeviceProgram, 'openStore'>,
    Pick<DeviceProgram, 'sendUnsent'>,
    Pick<DeviceProgram, 'rememberIdentity'>,
    Pick<Program, 'limits'>,
    Pick<Program, 'registry'>,
    { readonly verbNamed: typeof verbNamed },
    { readonly readableNames: () => ReadableNames },
  ]
  return {
    name,
    createApp: app.createApp,
    createStreams: streams.createStreams,
    rules: rules.rules,
    openStore: open.openStore,
    sendUnsent: send.sendUnsent,
    rememberIdentity: identity.rememberIdentity,
    limits: protocol.limits,
    registry: entities.registry,
    names: readable.readableNames(),
    does: (entity, verb) => verbs.verbNamed({ entity, verb }) !== undefined,
    knows: (entity, field) => isStamp(field) || Object.hasOwn(entities.registry[entity as 'projects'].fields, field),
  }
}

const isStamp = (field: string): boolean => ['id', 'number', 'createdAt', 'updatedAt', 'createdBy'].includes(field)
