import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Link } from '#schema/kernel/entity.ts'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityVerb, ShownRow, Step, VerbRows } from '#schema/kernel/verb.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { derivedId, type IdSource } from './derived-ids.ts'

export interface VerbUse extends IdSource {
  readonly id: string
  readonly fields: Values
}

export interface VerbResult {
  /** False: the record's state does not allow the verb. */
  readonly isApplicable: boolean
  readonly steps: readonly Step[]
  /** Sorted; null if the verb shows none. */
  readonly shown: readonly ShownRow[] | null
}

export interface UnorderedRows {
  get(entity: string, id: string): Values | undefined
  where(link: Link, id: string): Iterable<Values>
}

/** Null if the record is missing. */
export function applyVerb(verb: EntityVerb, rows: UnorderedRows, use: VerbUse): VerbResult | null {
  const record = rows.get(verb.entity, use.id) as Row<EntityName> | undefined
  if (!record) return null
  const ordered: VerbRows = {
    get: (entity, id) => rows.get(entity, id),
    where: (link, id) => [...rows.where(link, id)].sort(byId),
  }
  const newId = (entity: EntityName, forId: string) => {
    if (!verb.creates?.includes(entity)) throw new Error(`${verb.name} does not say that it creates ${entity}`)
    return derivedId(use, entity, forId)
  }
  const context = { record, newId }
  const shown = verb.shown?.(ordered, use.fields, context) ?? null
  const steps = verb.steps(ordered, use.fields, context)
  const created = steps.flatMap(({ op, id }) => (op === 'create' ? [id] : []))
  if (new Set(created).size < created.length) throw new Error(`${verb.name} creates two rows for the same one`)
  return {
    isApplicable: verb.appliesTo?.(record) ?? true,
    steps,
    shown: shown && [...shown].sort(byId),
  }
}

function byId(a: { readonly id?: unknown }, b: { readonly id?: unknown }): number {
  const [one, other] = [a.id as string, b.id as string]
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** SHA-256 (FIPS 180-4) of the canonical JSON, in hex. */
export const hashOfShown = (shown: readonly ShownRow[]): string => bytesToHex(sha256(utf8ToBytes(canonicalJson(shown))))
