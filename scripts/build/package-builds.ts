// The default builds of packages carry code for browsers older than ours.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type AliasOptions, defaultClientConditions } from 'vite'
import { projectFolder } from './folders.ts'

const dexie = createRequire(import.meta.url).resolve('dexie/dist/modern/dexie.mjs')

const alias: AliasOptions = [
  { find: /^dexie$/, replacement: dexie },
  { find: /^broadcast-channel$/, replacement: join(projectFolder, 'scripts', 'build', 'no-broadcast-channel.ts') },
]

export const packageBuilds = { dexie, resolve: { alias, conditions: ['es2015', ...defaultClientConditions] } }
