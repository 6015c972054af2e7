import * as z from 'zod/mini'
import { dexieFill, dexieOpen } from './dexie.ts'
import { plainList } from './plain-list.ts'
import { rawRows, rawSync } from './raw.ts'
import { rxdbReplication } from './rxdb-replication.ts'
import { rxdbCommits, rxdbSync } from './rxdb.ts'
import { holdRows, storeCommits, storeOpen, storeSync } from './store.ts'
import { rawSend, storeSend } from './send.ts'

// As in the app: the content security policy forbids eval.
z.config({ jitless: true })

const inPage = {
  rawSync,
  rawRows,
  storeSync,
  storeOpen,
  storeCommits,
  holdRows,
  plainList,
  rxdbSync,
  rxdbReplication,
  rxdbCommits,
  dexieFill,
  dexieOpen,
  storeSend,
  rawSend,
}
export type InPage = typeof inPage

Object.assign(globalThis, { inPage })
