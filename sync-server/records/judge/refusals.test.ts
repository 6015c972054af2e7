import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { change, create, investment, investor, preferences, project, remove, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupProject() {
  const firm = await createFirm(server)
  const [staff, other] = [as(server, firm.admin), as(server, firm.manager)]
  const [home, person] = [project({ location: 'Lisbon', targetAmount: '100' }), investor()]
  await staff.write(home, person)
  const edit = (to: Record<string, unknown>, base: Record<string, unknown>) => update('projects', home.id, to, base)
  const codes = async (...changes: unknown[]) =>
    (await staff.push(...changes)).map(({ verdict, code }) => code ?? verdict)
  return { ...firm, staff, other, home, person, edit, codes }
}

describe('a refusal', () => {
  it('PUSH14 gives problems as keys, which a device translates', async () => {
    const { staff, home } = await setupProject()
    const invalid = change(project({ name: 'x'.repeat(300), type: 'CASTLE' }))
    const [verdict] = await staff.push(invalid)
    expect(verdict).toMatchObject({
      code: 'VALIDATION',
      errors: { name: 'Maximum 255 characters allowed', type: expect.stringContaining('Choose one of') },
      issues: {
        name: { key: 'max', params: { max: 255 } },
        type: { key: 'choice', params: { options: expect.stringContaining('AGRICULTURE') } },
      },
    })
    expect(await staff.push(invalid), 'it is remembered whole').toEqual([verdict])
    const malformed = { ...change(remove('projects', home.id)), more: 1 }
    expect(await staff.push(malformed)).toMatchObject([
      { errors: { change: 'This field does not exist' }, issues: { change: { key: 'unknown' } } },
    ])
    const posted = await staff.post('/api/projects', { name: '', type: 'AGRICULTURE' })
    expect([posted.status, await posted.json()]).toMatchObject([
      400,
      { errors: { name: 'Project name is required' }, issues: { name: { key: 'projectName' } } },
    ])
  })
})

describe('references', () => {
  it('PUSH8 references to a missing row, to a deleted row and to a refused create get different codes', async () => {
    const { staff, home, person, codes } = await setupProject()
    const gone = project()
    await staff.write(gone)
    await staff.write(remove('projects', gone.id))
    const refused = project({ type: 'CASTLE' })
    expect(
      await codes(
        change(investment(project().id, person.id)),
        change(investment(gone.id, person.id)),
        change(refused),
        change(investment(refused.id, person.id)),
        change(investment(home.id, person.id)),
      ),
    ).toEqual(['VALIDATION', 'PARENT_GONE', 'VALIDATION', 'SUPERSEDED', 'applied'])
  })

  it('PUSH8 PUSH18 a row of another firm counts as missing', async () => {
    const [here, there] = [await setupProject(), await setupProject()]
    expect(await here.staff.attempt(investment(there.home.id, here.person.id))).toMatchObject({
      code: 'VALIDATION',
      errors: { projectId: 'This record does not exist or cannot be chosen here' },
      issues: { projectId: { key: 'missing' } },
    })
  })

  it('PUSH23 a contact cannot refer themselves, not even through others', async () => {
    const { staff, person } = await setupProject()
    const contact = create('referrals', { name: 'Contact', investorId: person.id })
    await staff.write(contact)
    expect(
      await staff.attempt(update('investors', person.id, { referralId: contact.id }, { referralId: null })),
    ).toMatchObject({ code: 'VALIDATION', errors: { referralId: expect.stringContaining('refer themselves') } })
    const second = investor({ referralId: contact.id })
    await staff.write(second)
    const next = create('referrals', { name: 'Next', investorId: second.id })
    await staff.write(next)
    expect(
      await staff.attempt(update('investors', person.id, { referralId: next.id }, { referralId: null })),
    ).toMatchObject({ code: 'VALIDATION' })
  })

  it('PUSH23 a chain of referrals has at most 100 links, over sync and REST, and does not close to a circle', async () => {
    const { staff } = await setupProject()
    const first = create('referrals', { name: 'First' })
    const rows = [first]
    for (let pair = 1; pair <= 50; pair++) {
      const person = investor({ referralId: rows.at(-1)!.id })
      rows.push(person, create('referrals', { name: `Next ${pair}`, investorId: person.id }))
    }
    for (let at = 0; at < rows.length; at += 20) await staff.write(...rows.slice(at, at + 20))
    const referralId = rows.at(-1)!.id
    const refused = {
      code: 'VALIDATION',
      errors: { referralId: 'A chain of referrers can have at most 100 links' },
      issues: { referralId: { key: 'chain', params: { max: 100 } } },
    }
    expect(await staff.attempt(investor({ referralId }))).toMatchObject(refused)
    const posted = await staff.post('/api/investors', { firstName: 'Ada', email: 'ada@example.com', referralId })
    expect([posted.status, await posted.json()]).toMatchObject([400, refused])
    const circle = update('referrals', first.id, { investorId: rows.at(-2)!.id }, { investorId: null })
    expect(await staff.attempt(circle)).toMatchObject({ issues: { investorId: { key: 'cycle' } } })
  })
})

describe('later changes of a request', () => {
  it('PUSH9 to a field that conflicted are superseded; to another field they are not', async () => {
    const { other, edit, codes, staff, home } = await setupProject()
    await other.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    expect(
      await codes(
        change(edit({ name: 'Dock' }, { name: 'Harbour' })),
        change(edit({ name: 'Pier' }, { name: 'Dock' })),
        change(edit({ location: 'Porto' }, { location: 'Lisbon' })),
      ),
    ).toEqual(['CONFLICT', 'SUPERSEDED', 'applied'])
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Port', location: 'Porto' })
  })

  it('PUSH13 are superseded if their device requests it before a verdict, without refusing others', async () => {
    const { edit, codes, staff, home } = await setupProject()
    const [known, unknown] = [
      change(edit({ name: 'Dock' }, { name: 'Harbour' })),
      change(edit({ location: 'Porto' }, { location: 'Lisbon' })),
    ]
    await staff.push(known)
    const superseded = [known, unknown].map((each) => ({ ...each, superseded: true as const }))
    const later = change(edit({ location: 'Faro' }, { location: 'Lisbon' }))
    expect(await codes(...superseded, later)).toEqual(['applied', 'SUPERSEDED', 'applied'])
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Dock', location: 'Faro' })
    expect(await codes(unknown, ...superseded)).toEqual(['SUPERSEDED', 'applied', 'SUPERSEDED'])
  })

  it('PUSH9 to a field of the same group are superseded', async () => {
    const { other, edit, codes } = await setupProject()
    await other.write(edit({ targetAmount: '7' }, { targetAmount: '100' }))
    expect(
      await codes(
        change(edit({ targetAmount: '9' }, { targetAmount: '100' })),
        change(edit({ currency: 'AED' }, { currency: 'USD' })),
      ),
    ).toEqual(['CONFLICT', 'SUPERSEDED'])
  })

  it('PUSH9 to a field that was refused are superseded, in chains', async () => {
    const { edit, codes } = await setupProject()
    expect(
      await codes(
        change(edit({ name: '' }, { name: 'Harbour' })),
        change(edit({ name: 'Dock', location: 'Porto' }, { name: '', location: 'Lisbon' })),
        change(edit({ location: 'Faro' }, { location: 'Porto' })),
      ),
    ).toEqual(['VALIDATION', 'SUPERSEDED', 'SUPERSEDED'])
  })

  it('PUSH9 to a field that was held back with a whole change are superseded', async () => {
    const { other, edit, person, codes } = await setupProject()
    await other.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    expect(
      await codes(
        change(
          edit({ name: 'Dock' }, { name: 'Harbour' }),
          update('investors', person.id, { phone: '+10001' }, { phone: null }),
        ),
        change(update('investors', person.id, { phone: '+10002' }, { phone: '+10001' })),
        change(update('investors', person.id, { address: 'Rua' }, { address: null })),
      ),
    ).toEqual(['CONFLICT', 'SUPERSEDED', 'applied'])
  })

  it('PUSH9 to a row whose create was refused are superseded, whatever refused it', async () => {
    const { home, codes } = await setupProject()
    const [malformed, held, beside] = [project(), project(), project()]
    expect(
      await codes(
        { ...change(malformed), at: 'today' },
        change(update('projects', malformed.id, { name: 'B' }, { name: 'A' })),
        change(remove('projects', malformed.id)),
        change(held, project({ type: 'CASTLE' })),
        change(update('projects', held.id, { name: 'B' }, { name: 'A' })),
        change(beside, project({ name: 'Another' }, home.id)),
        change(create('documents', { name: 'Plan', projectId: beside.id })),
      ),
    ).toEqual(['VALIDATION', 'SUPERSEDED', 'SUPERSEDED', 'VALIDATION', 'SUPERSEDED', 'DUPLICATE', 'SUPERSEDED'])
  })

  it('PUSH9 PUSH10 to a row that the database refused are superseded, and the others are applied', async () => {
    const { staff, home, person, codes } = await setupProject()
    await staff.write(investment(home.id, person.id, { amount: '9999999999999.99' }))
    const tooLarge = investment(home.id, person.id, { amount: '1' })
    expect(
      await codes(
        change(project()),
        change(tooLarge),
        change(update('investments', tooLarge.id, { amount: '2' }, { amount: '1' })),
        change(create('commissions', { investmentId: tooLarge.id, feeType: 'SETUP', amount: '1' })),
        change(project()),
      ),
    ).toEqual(['applied', 'VALIDATION', 'SUPERSEDED', 'SUPERSEDED', 'applied'])
  })

  it('PUSH10 a pair of currencies has one manual rate per day, besides rates of another source, day or direction', async () => {
    const { codes } = await setupProject()
    const rate = (fields: Record<string, unknown> = {}) =>
      change(
        create('exchangeRates', {
          fromCurrency: 'USD',
          toCurrency: 'AED',
          rate: '3.67',
          date: '2026-03-01',
          ...fields,
        }),
      )
    const others = [{ source: 'ECB' }, { date: '2026-03-02' }, { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.27' }]
    expect(await codes(rate(), rate({ rate: '3.68' }), ...others.map(rate))).toEqual([
      'applied',
      'DUPLICATE',
      'applied',
      'applied',
      'applied',
    ])
  })

  it('PUSH10 a duplicate that only the database can recognize is rejected as one', async () => {
    const { staff, codes } = await setupProject()
    const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.67', date: '2026-03-01' }
    await staff.write(create('exchangeRates', rate))
    const second = create('exchangeRates', rate)
    expect(await codes(change(project()), change(second), change(project()))).toEqual([
      'applied',
      'DUPLICATE',
      'applied',
    ])
  })

  it('PUSH7 a person cannot create preferences under another person’s id', async () => {
    const { staff, admin } = await setupProject()
    const victim = await signUp(server, admin.tenantId, 'PORTFOLIO_MANAGER')
    const { id } = preferences(victim.userId)
    for (const own of [id, uuidv7()])
      expect(await staff.attempt(create('userPreferences', { userId: admin.userId }, own))).toMatchObject({
        code: 'VALIDATION',
        errors: { id: 'Expected the ID of a record' },
      })
    await as(server, victim).write(preferences(victim.userId, { language: 'tr' }))
    await staff.write(preferences(admin.userId))
  })

  it('PUSH4 creating preferences does not reveal whether a colleague has some', async () => {
    const { admin, tenantId } = await setupProject()
    const people = [
      await signUp(server, tenantId, 'PORTFOLIO_MANAGER'),
      await signUp(server, tenantId, 'PORTFOLIO_MANAGER'),
    ]
    await as(server, people[0]!).write(preferences(people[0]!.userId))
    const responsesTo = async (person: TestPerson, userId: string) => {
      const { id } = preferences(userId)
      const verdicts: string[] = []
      for (const fields of [{ userId }, { userId: person.userId }, { userId, language: 'tlh' }]) {
        const built = [
          update('userPreferences', id, { language: 'tr' }, { language: 'en' }),
          remove('userPreferences', id),
        ]
        const changes = [create('userPreferences', fields, id), ...built].map((op) => change(op))
        for (const { code, issues } of await as(server, person).push(...changes))
          verdicts.push(`${code} ${Object.keys(issues ?? {}).join()}`)
      }
      return verdicts
    }
    for (const person of [admin, await signUp(server, tenantId, 'INVESTOR')]) {
      const [has, hasNone] = [
        await responsesTo(person, people[0]!.userId),
        await responsesTo(person, people[1]!.userId),
      ]
      expect(has).toEqual(hasNone)
      expect(has.filter((each) => !each.startsWith('SUPERSEDED'))).toEqual([
        'FORBIDDEN ',
        'VALIDATION id',
        'VALIDATION language',
      ])
    }
  })
})
