import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { roles } from '#schema/kernel/enumerations.ts'
import { tenantEntities } from '#schema/registry.ts'
import { may } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { visibleSql, viewerParams, withViewer } from './visible-to.ts'

const server = await setupServer()
const ids = Array.from({ length: 4 }, () => uuidv7())

describe('what a viewer may see', () => {
  it.each(tenantEntities.map((entity) => [entity.name, entity] as const))(
    '%s: the boolean and the SQL agree',
    async (_, entity) => {
      const { tenantId } = await createFirm(server)
      const columns = new Set([
        'id',
        ...Object.values(entity.access).flatMap(({ read }) =>
          typeof read === 'string' ? [] : read.flatMap((clause) => Object.keys(clause)),
        ),
      ])
      const value = (column: string) =>
        entity.fields[column]?.storage.kind === 'flag'
          ? fc.boolean()
          : fc.constantFrom(...ids, ...(column === 'id' ? [] : [null]))
      const row = fc.record(Object.fromEntries([...columns].map((column) => [column, value(column)])))
      const viewer: fc.Arbitrary<Viewer> = fc.record({
        tenantId: fc.constant(tenantId),
        userId: fc.constantFrom(...ids),
        role: fc.constantFrom(...roles),
        investorIds: fc.subarray(ids),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), viewer, async (rows, who) => {
          const names = [...columns]
          const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
          const types = names.map(
            (name) => `"${snake(name)}" ${entity.fields[name]?.storage.kind === 'flag' ? 'boolean' : 'uuid'}`,
          )
          const given = rows.map((each, place) => ({
            place,
            ...Object.fromEntries(Object.entries(each).map(([name, value]) => [snake(name), value])),
          }))
          const found = await server.database.tenant(tenantId, (tx) =>
            tx.query<{ place: number }>(
              `${withViewer} select place from (select $1::uuid as tenant_id, null::timestamptz as deleted_at, r.*
from json_to_recordset($4::text::json) as r(place int, ${types.join(', ')})) t where ${visibleSql(entity, who, 't')} order by 1`,
              [...viewerParams(who), JSON.stringify(given)],
            ),
          )
          const expected = rows.flatMap((each, place) => (may(entity, who, 'read', each) ? [place] : []))
          expect(found.map(({ place }) => place)).toEqual(expected)
        }),
        { numRuns: 25, seed: 15 },
      )
    },
  )
})
