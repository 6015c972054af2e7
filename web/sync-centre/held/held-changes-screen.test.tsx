import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { render } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { HeldChangesScreen } from './held-changes-screen.tsx'

const omar = '00000000-0000-7000-8000-00000000000a'
const path = '/api/held-changes'
const files = '/api/held-files'

async function setup() {
  const store = await openTestStore()
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', location: 'Oman' })
  await store.caughtUp()
  const change = (op: object) => ({ at: '2025-06-29T09:00:00.000Z', ops: [op] })
  const moved = {
    op: 'update',
    entity: 'projects',
    id: quay.id,
    base: { location: null },
    fields: { location: 'Dubai' },
  }
  const added = { op: 'create', entity: 'referrals', id: omar, fields: { name: 'Selim', email: null } }
  const row = { userId: omar, device: 'Old tablet', state: 'HELD', verdict: null }
  let held: object[] = [
    { ...row, id: '1', change: change(moved) },
    { ...row, id: '2', change: change(added), device: null },
  ]
  const end = (state: string) => (held = held.slice(1)) && { ...row, state, change: null }
  const owner = { entity: 'referrals', userId: omar, device: 'Old tablet', createdAt: '2025-06-29T09:00:00.000Z' }
  const card = { ...owner, id: '3', recordId: omar, fileName: 'Card.pdf', size: 12_400, verdict: null }
  const paper = { ...card, id: '4', entity: 'documents', recordId: quay.id, fileName: 'Deed.pdf', device: null }
  const wrong = {
    id: '4',
    verdict: 'rejected',
    number: null,
    code: 'VALIDATION',
    errors: { file: '' },
    issues: { file: { key: 'fileContent' } },
  }
  const forbidden = { id: '4', verdict: 'rejected', number: null, code: 'FORBIDDEN' }
  const refusals = [wrong, forbidden]
  let ofFiles: object[] = [card, paper]
  const conflict = { entity: 'projects', id: quay.id, field: 'location', base: null, yours: 'Dubai', theirs: 'Oman' }
  const verdict = { id: '1', verdict: 'conflict', number: null, conflicts: [conflict] }
  const requests = serve(store, {
    'GET /api/users': () => [{ id: omar, email: 'o@demo.test', firstName: 'Omar', lastName: 'Nasser', createdAt: '' }],
    [`GET ${path}`]: () => held,
    [`POST ${path}/1/take`]: () => (held = held.map((each, index) => (index ? each : { ...each, verdict })))[0],
    [`POST ${path}/1/drop`]: () => end('DROPPED'),
    [`POST ${path}/2/take`]: () => (ofFiles = ofFiles.slice(1)) && end('TAKEN'),
    [`GET ${files}`]: () => ofFiles,
    [`POST ${files}/4/take`]: () => {
      const verdict = refusals.shift()
      return (ofFiles = ofFiles.map((each) => ({ ...each, verdict }))).at(-1)
    },
    [`POST ${files}/4/drop`]: () => ofFiles.splice(0).map((each) => ({ ...each, state: 'DROPPED' }))[0],
  })
  await render(store, <HeldChangesScreen />)
  return { store, requests }
}

const card = (name: RegExp) => page.getByRole('article', { name })

test('an administrator sees who entered each change on which device, and accepts it in their own name', async () => {
  const { requests } = await setup()
  await expect.element(card(/Quay/).getByText('Saved by Omar Nasser on Old tablet.')).toBeVisible()
  await expect.element(card(/Quay/).getByText('Dubai')).toBeVisible()
  await card(/Quay/).getByRole('button', { name: 'Accept' }).click()
  const why = 'This record was changed in the meantime.'
  await expect.element(page.getByRole('alert').getByText(why)).toBeVisible()
  await expect.element(card(/Quay/).getByText(`${why} If the change is still needed`, { exact: false })).toBeVisible()
  await expect.element(card(/Quay/).getByRole('row', { name: /^Location .*Dubai.*Oman/ })).toBeVisible()
  await card(/Quay/).getByRole('button', { name: 'Reject' }).click()
  const question = page.getByRole('dialog', { name: 'Reject held change?' })
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect.element(card(/Quay/)).not.toBeInTheDocument()
  await expect.element(card(/Selim/).getByText('Saved by Omar Nasser on Unknown browser.')).toBeVisible()
  await expect.element(card(/Selim/).getByText('File: Card.pdf (12 KB)')).toBeVisible()
  await card(/Selim/).getByRole('button', { name: 'Accept' }).click()
  await expect.element(card(/Selim/)).not.toBeInTheDocument()
  const file = card(/Deed\.pdf/)
  await file.getByRole('button', { name: 'Accept' }).click()
  await expect.element(file.getByText(/The file is damaged.*upload the correct one/)).toBeVisible()
  await file.getByRole('button', { name: 'Accept' }).click()
  await expect.element(file.getByText(/^The author does not have permission to do this\./)).toBeVisible()
  await expect.element(file.getByText(/This file is checked against its author’s current role/)).toBeVisible()
  await file.getByRole('button', { name: 'Reject' }).click()
  const prompt = page.getByRole('dialog', { name: 'Reject held file?' })
  await prompt.getByRole('button', { name: 'Reject' }).click()
  await expect.element(page.getByText('No held changes')).toBeVisible()
  expect(requests.map((each) => (each as string[])[0])).toEqual([
    `POST ${path}/1/take`,
    `POST ${path}/1/drop`,
    `POST ${path}/2/take`,
    `POST ${files}/4/take`,
    `POST ${files}/4/take`,
    `POST ${files}/4/drop`,
  ])
})

test('an administrator sees what a verb would do now, and accepts exactly that', async () => {
  const store = await openTestStore()
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await store.caughtUp()
  const theirs = [{ entity: 'projects', id: quay.id, fields: { actualIRR: '7.00' } }]
  const exit = { op: 'act', entity: 'projects', verb: 'exit', id: quay.id, fields: {}, expect: 'a'.repeat(64) }
  const held = {
    id: '1',
    userId: omar,
    device: null,
    state: 'HELD',
    change: { at: '2025-06-29T09:00:00.000Z', ops: [exit] },
    verdict: { id: '1', verdict: 'conflict', number: null, code: 'RESULT_CHANGED', conflicts: [], result: { theirs } },
  }
  const expected: unknown[] = []
  serve(store, {
    'GET /api/users': () => [],
    [`GET ${path}`]: () => [held],
    [`GET ${files}`]: () => [],
    [`POST ${path}/1/take`]: ({ query }) => {
      expected.push(query.get('expect'))
      return { ...held, state: 'TAKEN', change: null }
    },
  })
  await render(store, <HeldChangesScreen />)
  await expect.element(card(/Quay/).getByRole('row', { name: /Quay.*7/ })).toBeVisible()
  await expect.element(card(/Quay/).getByText('the result below will apply', { exact: false })).toBeVisible()
  await card(/Quay/).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => expected).toEqual([hashOfShown(theirs)])
})

test('the screen shows that nothing is held only after the held files have loaded, too', async () => {
  const store = await openTestStore()
  let areFilesKnown = false
  serve(store, {
    'GET /api/users': () => [],
    [`GET ${path}`]: () => [],
    [`GET ${files}`]: () => (areFilesKnown ? [] : new Refusal(500, { code: 'INTERNAL', message: 'Failed' })),
  })
  await render(store, <HeldChangesScreen />)
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  expect(page.getByText('No held changes').elements()).toEqual([])
  areFilesKnown = true
  await retry.click()
  await expect.element(page.getByText('No held changes')).toBeVisible()
})

test('a discard that the server refuses is reported, and the change stays', async () => {
  const { store } = await setup()
  await card(/Quay/).getByRole('button', { name: 'Reject' }).click()
  serve(store, {
    [`POST ${path}/1/drop`]: () =>
      new Refusal(409, { code: 'CONFLICT', message: 'This change has already been accepted.' }),
  })
  const question = page.getByRole('dialog', { name: 'Reject held change?' })
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(card(/Quay/)).toBeVisible()
})
