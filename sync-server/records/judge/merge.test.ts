import { describe, expect, it } from 'vitest'
import type { Operation } from '#schema/sync/protocol.ts'
import { preferencesIdOf } from '#schema/entities/user-preferences/entity.ts'
import { change, create, investment, investor, preferences, project, remove, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupProject(fields: Record<string, unknown> = {}) {
  const firm = await createFirm(server)
  const [staff, other] = [as(server, firm.admin), as(server, firm.manager)]
  const home = project({ name: 'Harbour', location: 'Lisbon', targetAmount: '100', ...fields })
  const number = await staff.write(home)
  const edit = (to: Record<string, unknown>, base: Record<string, unknown>, seen?: number): Operation =>
    update('projects', home.id, to, base, seen)
  return { ...firm, staff, other, id: home.id, number, edit, row: () => rowOf(staff, 'projects', home.id) }
}

describe('concurrent changes', () => {
  it('MERGE1 changes to different fields are both applied', async () => {
    const { staff, other, edit, row } = await setupProject()
    await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    await other.write(edit({ location: 'Porto' }, { location: 'Lisbon' }))
    expect(await row()).toMatchObject({ name: 'Port', location: 'Porto' })
  })

  it('MERGE1 a group that has the new values already is left alone', async () => {
    const { staff, other, edit, tenantId } = await setupProject()
    const number = await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    expect(await other.attempt(edit({ name: 'Port' }, { name: 'Harbour' }))).toMatchObject({
      verdict: 'applied',
      number,
    })
    expect(await numberOf(server, tenantId)).toBe(number)
  })

  it('MERGE1 base is compared in the row’s normal form', async () => {
    const { other, edit, row } = await setupProject()
    const to = { targetAmount: '250', currency: 'AED' }
    await other.write(edit(to, { targetAmount: '100', currency: 'USD' }))
    expect(await row()).toMatchObject({ targetAmount: '250.00', currency: 'AED' })
  })

  it('MERGE2 a field that somebody else changed is a conflict with base, yours and theirs, and keeps its value', async () => {
    const { staff, other, edit, row, id, number } = await setupProject()
    await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    expect(await other.attempt(edit({ name: 'Dock' }, { name: 'Harbour' }, number))).toEqual({
      id: expect.any(String),
      mark: null,
      verdict: 'conflict',
      number: null,
      code: 'CONFLICT',
      message: expect.any(String),
      conflicts: [
        {
          entity: 'projects',
          id,
          field: 'name',
          base: 'Harbour',
          yours: 'Dock',
          theirs: 'Port',
          by: expect.any(String),
          at: expect.any(String),
        },
      ],
    })
    expect(await row()).toMatchObject({ name: 'Port', number: number + 1 })
  })

  it('MERGE2 MERGE10 a conflict shows staff the writer and time of the current value', async () => {
    const { staff, other, admin, manager, edit, id } = await setupProject()
    await server.database
      .directory`update directory.users set first_name = 'Ada', last_name = 'Berg' where id = ${admin.userId}`
    server.clock.set('2026-03-15T11:00:00.000Z')
    await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    server.clock.set('2026-03-15T12:00:00.000Z')
    await other.write(edit({ location: 'Ghent' }, { location: 'Lisbon' }))
    const late = change(
      edit({ name: 'Dock', location: 'Rome', description: 'x' }, { name: 'Quay', location: 'Oslo', description: 'y' }),
    )
    const [verdict] = await other.push(late)
    const by = (field: string) => verdict!.conflicts!.find((each) => each.field === field)
    expect(by('name')).toMatchObject({ by: 'Ada Berg', at: '2026-03-15T11:00:00.000Z' })
    expect(by('location')).toMatchObject({ by: manager.email, at: '2026-03-15T12:00:00.000Z' })
    expect(by('description')).toMatchObject({ by: 'Ada Berg', at: '2026-03-15T10:00:00.000Z' })
    expect(await other.push(late)).toEqual([verdict])
    await staff.write(remove('projects', id))
    const gone = await other.attempt(edit({ name: 'Dock' }, { name: 'Port' }))
    expect(gone).toMatchObject({ code: 'DELETED', conflicts: [{ by: 'Ada Berg', at: '2026-03-15T12:00:00.000Z' }] })
  })

  it('MERGE2 MERGE10 a conflict shows an investor when, but not who', async () => {
    const { investor: account } = await setupProject()
    const reader = as(server, account)
    const own = preferences(account.userId)
    await reader.write(own)
    const verdict = await reader.attempt(update('userPreferences', own.id, { language: 'fr' }, { language: 'tr' }))
    expect(verdict).toMatchObject({ code: 'CONFLICT', conflicts: [{ by: null, at: '2026-03-15T10:00:00.000Z' }] })
  })

  it('PUSH4 preferences that two devices of one person create merge field by field; only the same field is a conflict', async () => {
    const { admin } = await setupProject()
    const me = as(server, admin)
    const id = preferencesIdOf(admin.userId)
    const none = { defaultCurrency: null, dateFormat: null, timeZone: null, language: null }
    const chosen = (fields: Record<string, unknown>) => [
      preferences(admin.userId, none),
      update('userPreferences', id, fields, Object.fromEntries(Object.keys(fields).map((field) => [field, null]))),
    ]
    await me.write(...chosen({ timeZone: 'Europe/Istanbul' }))
    await me.write(...chosen({ dateFormat: 'DD.MM.YYYY' }))
    expect(await me.attempt(...chosen({ timeZone: 'Europe/Berlin' }))).toMatchObject({
      verdict: 'conflict',
      conflicts: [{ field: 'timeZone', yours: 'Europe/Berlin', theirs: 'Europe/Istanbul' }],
    })
    expect(await rowOf(me, 'userPreferences', id)).toMatchObject({
      ...none,
      timeZone: 'Europe/Istanbul',
      dateFormat: 'DD.MM.YYYY',
    })
  })

  it('MERGE2 fields that belong together conflict together: an amount is not merged with another currency', async () => {
    const { staff, other, edit, row } = await setupProject()
    await staff.write(edit({ currency: 'TRY' }, { currency: 'USD' }))
    const verdict = await other.attempt(edit({ targetAmount: '900' }, { targetAmount: '100.00', currency: 'USD' }))
    expect(verdict).toMatchObject({
      verdict: 'conflict',
      conflicts: [
        { field: 'targetAmount', yours: '900.00', theirs: '100.00' },
        { field: 'currency', base: 'USD', yours: 'USD', theirs: 'TRY' },
      ],
    })
    expect(await row()).toMatchObject({ targetAmount: '100.00', currency: 'TRY' })
  })

  it('MERGE3 with one operation the groups without conflict are applied', async () => {
    const { staff, other, edit, row } = await setupProject()
    const theirs = await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    const verdict = await other.attempt(
      edit({ name: 'Dock', location: 'Porto' }, { name: 'Harbour', location: 'Lisbon' }),
    )
    expect(verdict).toMatchObject({ verdict: 'conflict', number: theirs + 1, conflicts: [{ field: 'name' }] })
    expect(verdict.conflicts).toHaveLength(1)
    expect(await row()).toMatchObject({ name: 'Port', location: 'Porto' })
  })

  it('MERGE3 with several operations any conflict holds back the whole change', async () => {
    const { staff, other, edit, row, tenantId } = await setupProject()
    const theirs = await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    const second = project({ name: 'Second' })
    const verdict = await other.attempt(
      second,
      edit({ name: 'Dock', location: 'Porto' }, { name: 'Harbour', location: 'Lisbon' }),
    )
    expect(verdict).toMatchObject({ verdict: 'conflict', number: null, conflicts: [{ field: 'name' }] })
    expect(await row()).toMatchObject({ name: 'Port', location: 'Lisbon' })
    expect(await rowOf(staff, 'projects', second.id)).toBeUndefined()
    expect(await numberOf(server, tenantId)).toBe(theirs)
  })

  it('MERGE4 the verdict is merged exactly when seen is given and the row has moved on', async () => {
    const { staff, other, edit, number } = await setupProject()
    expect(await staff.attempt(edit({ name: 'Port' }, { name: 'Harbour' }, number))).toMatchObject({
      verdict: 'applied',
    })
    expect(await other.attempt(edit({ location: 'Porto' }, { location: 'Lisbon' }, number))).toMatchObject({
      verdict: 'merged',
      number: number + 2,
    })
    expect(await other.attempt(edit({ location: 'Faro' }, { location: 'Porto' }))).toMatchObject({ verdict: 'applied' })
  })

  it('MERGE5 a row that only the merge makes invalid is a conflict, one that was invalid anyway is refused', async () => {
    const { staff, other, id } = await setupProject()
    const person = investor()
    await staff.write(person)
    const dates = { investmentDate: '2026-01-10', redemptionDate: '2026-07-10' }
    const paid = investment(id, person.id, dates)
    await staff.write(paid)
    const edit = (to: Record<string, string>, base: Record<string, string>) => update('investments', paid.id, to, base)
    await staff.write(edit({ redemptionDate: '2026-02-10' }, dates))
    expect(await other.attempt(edit({ investmentDate: '2026-03-10' }, { investmentDate: '2026-01-10' }))).toMatchObject(
      {
        verdict: 'rejected',
        code: 'VALIDATION',
        errors: { redemptionDate: 'The redemption date must not be before the investment date' },
      },
    )
    const base = { investmentDate: '2026-01-10', redemptionDate: '2026-07-10' }
    expect(await other.attempt(edit({ investmentDate: '2026-03-10' }, base))).toMatchObject({
      verdict: 'conflict',
      code: 'CONFLICT',
      conflicts: [
        { field: 'investmentDate', base: '2026-01-10', yours: '2026-03-10', theirs: '2026-01-10' },
        { field: 'redemptionDate', base: '2026-07-10', yours: '2026-07-10', theirs: '2026-02-10' },
      ],
    })
  })

  it('MERGE6 a base that leaves out a changed field is refused', async () => {
    const { staff, edit } = await setupProject()
    expect(await staff.attempt(edit({ name: 'Port', location: 'Porto' }, { name: 'Harbour' }))).toMatchObject({
      verdict: 'rejected',
      code: 'VALIDATION',
      errors: { location: 'The original value is missing. Reload the record and try again.' },
    })
  })

  it('MERGE7 an update of a deleted row is a conflict with that reason', async () => {
    const { staff, other, edit, id } = await setupProject()
    await staff.write(remove('projects', id))
    expect(await other.attempt(edit({ name: 'Dock' }, { name: 'Harbour' }))).toMatchObject({
      verdict: 'conflict',
      code: 'DELETED',
      number: null,
      conflicts: [{ field: 'name', base: 'Harbour', yours: 'Dock', theirs: null }],
    })
  })

  it('MERGE8 a fixed field that would change is refused, whatever its base; the same value is not', async () => {
    const { staff, id } = await setupProject()
    const [person, other] = [investor(), investor()]
    const paid = investment(id, person.id)
    await staff.write(person, other, paid)
    const move = (base: string) => update('investments', paid.id, { investorId: other.id }, { investorId: base })
    for (const base of [person.id, other.id, id]) {
      expect(await staff.attempt(move(base))).toMatchObject({
        verdict: 'rejected',
        code: 'VALIDATION',
        errors: { investorId: 'This field cannot be changed' },
      })
    }
    const same = { investorId: person.id }
    expect(
      await staff.attempt(update('investments', paid.id, { ...same, amount: '5' }, { ...same, amount: '1000.00' })),
    ).toMatchObject({
      verdict: 'applied',
    })
  })

  it('MERGE1 changes of one request see what those before them wrote', async () => {
    const { staff, edit, row } = await setupProject()
    const verdicts = await staff.push(
      change(edit({ name: 'One' }, { name: 'Harbour' })),
      change(edit({ name: 'Two' }, { name: 'One' })),
      change(create('documents', { name: 'Plan', projectId: (await row())!['id'] })),
    )
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['applied', 'applied', 'applied'])
    expect(await row()).toMatchObject({ name: 'Two' })
  })
})
