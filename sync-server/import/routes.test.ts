import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { limits } from '#schema/sync/protocol.ts'
import { listen } from '#server/http/listen.ts'
import { createApp } from '#server/test/app.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

const map = JSON.stringify({ columns: { Name: 'fullName', Mail: 'email', Since: 'notes' } })
const csv = 'Name,Mail,Since,Colour\nAda Lovelace,ada@example.com,1815,red\nNobody,,1900,blue\n'

type Parts = Readonly<Record<string, string | Blob>>
const parts = (more: Parts = {}): Parts => ({
  entity: 'investors',
  map,
  file: new File([csv], 'people.csv'),
  ...more,
})

async function send(person: Pick<TestPerson, 'cookie'> | null, given: Parts, { request: dispatch } = server.app) {
  const form = new FormData()
  for (const [name, part] of Object.entries(given)) form.set(name, part)
  const request = new Request('http://localhost/api/imports', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type')!, origin: 'http://localhost' }
  const response = await dispatch('http://localhost/api/imports', {
    method: 'POST',
    headers: { ...headers, ...(person ? { cookie: person.cookie } : {}) },
    body: await request.arrayBuffer(),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const names = async (staff: Device) =>
  ((await (await staff.get('/api/investors')).json()) as { firstName: string; lastName: string }[]).map(
    ({ firstName, lastName }) => `${firstName} ${lastName}`,
  )

describe('an uploaded file', () => {
  it('is not written to disk', async () => {
    const { manager } = await createFirm(server)
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, join(tmpdir(), randomUUID()))
    try {
      expect(await send(manager, parts())).toMatchObject({ status: 200, body: { rows: 2, created: 1 } })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('is imported as by the command, with refused rows and reasons in the response', async () => {
    const firm = await createFirm(server)
    const staff = as(server, firm.manager)
    const summary = { rows: 2, created: 1, updated: 0, unchanged: 0, refused: 1, ignored: ['Colour'] }
    const tried = await send(firm.manager, parts({ dryRun: 'true' }))
    expect(tried).toMatchObject({ status: 200, body: { ...summary, dryRun: true } })
    expect(await names(staff)).toEqual([])
    const { status, body } = await send(firm.manager, parts())
    expect([status, body]).toMatchObject([200, { ...summary, dryRun: false }])
    expect(
      String(body['refusedRows'])
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/),
    ).toEqual(['Name,Mail,Since,Colour,line,reason', expect.stringMatching(/^Nobody,,1900,blue,3,.*Mail/), ''])
    expect(body['refusals']).toEqual([{ line: 3, reasons: [{ at: 'Mail', key: 'required' }] }])
    expect(await names(staff)).toEqual(['Ada Lovelace'])
    const { activities } = await staff.pull()
    expect(activities.map((row) => row[3])).toMatchObject([{ action: 'import', title: 'people.csv' }])
    const again = await send(firm.manager, parts({ file: new File([csv.split('Nobody')[0]!], 'people.csv') }))
    expect(again.body).toMatchObject({ rows: 1, unchanged: 1, refusedRows: null, changes: [] })
    const changed = new File(['Name;Mail;Since\nAda Byron;ADA@example.com;1843\n'], 'people.csv')
    expect((await send(firm.manager, parts({ file: changed, dryRun: 'true' }))).body).toMatchObject({
      updated: 1,
      changes: [
        {
          line: 2,
          fields: ['lastName', 'notes'],
          before: { lastName: 'Lovelace', notes: '1815' },
          after: { lastName: 'Byron', notes: '1843' },
        },
      ],
    })
  })

  it('may contain choices, yes and no in the person’s language', async () => {
    const { admin } = await createFirm(server)
    const columns = { Ad: 'name', Tür: 'type', Durum: 'status', Görünürlük: 'isVisibleToInvestors' }
    const turkish = 'Ad,Tür,Durum,Görünürlük\nİskele,Gayrimenkul,Büyüme,Gizli\nLiman,altyapı,EXITED,Evet\n'
    const sent = (language: string) => {
      const file = new File([turkish], 'projeler.csv')
      return send(admin, parts({ entity: 'projects', map: JSON.stringify({ columns }), file, language }))
    }
    expect(await sent('fr')).toMatchObject({
      body: { created: 0, refusals: [{ reasons: [{ at: 'Tür', key: 'choice' }, {}, {}] }, { line: 3 }] },
    })
    expect(await sent('tr')).toMatchObject({ status: 200, body: { created: 2, refusals: [] } })
    const found = await (await as(server, admin).get('/api/projects?sort=name')).json()
    expect(found).toMatchObject([
      { name: 'İskele', type: 'REAL_ESTATE', status: 'GROWTH', isVisibleToInvestors: false },
      { name: 'Liman', type: 'INFRASTRUCTURE', status: 'EXITED', isVisibleToInvestors: true },
    ])
  })

  it('may have decimal commas if its map says so', async () => {
    const { admin } = await createFirm(server)
    const columns = { Nom: 'name', Type: 'type', Objectif: 'targetAmount', TRI: 'expectedIRR' }
    const rows = 'Nom;Type;Objectif;TRI\nQuai;COMMERCIAL;1\u00A0250\u00A0000,00;12,5\nGare;COMMERCIAL;1250.50;8\n'
    const file = new File([rows], 'projets.csv')
    const sent = (decimals?: ',') =>
      send(admin, parts({ entity: 'projects', map: JSON.stringify({ columns, decimals }), file }))
    expect(await sent(',')).toMatchObject({
      status: 200,
      body: {
        created: 1,
        refusals: [{ line: 3, reasons: [{ at: 'Objectif', key: 'decimal', params: { example: '1250,00' } }] }],
        refusedRows: expect.stringContaining('Objectif: Expected a number, for example 1250,00'),
      },
    })
    expect(await sent()).toMatchObject({ body: { created: 1, refusals: [{ line: 2 }] } })
    const found = (await (await as(server, admin).get('/api/projects')).json()) as Record<string, unknown>[]
    expect(new Map(found.map(({ name, targetAmount, expectedIRR }) => [name, [targetAmount, expectedIRR]]))).toEqual(
      new Map([
        ['Quai', ['1250000.00', '12.50']],
        ['Gare', ['1250.50', '8.00']],
      ]),
    )
  })

  it.each([
    ['an entity that is not imported', { entity: 'users' }, /entity is one of/],
    ['a map that is not JSON', { map: '{' }, /map of the request cannot be read/],
    ['a map with an unknown field', { map: '{"columns":{"Name":"tenantId"}}' }, /map of the request cannot be used/],
    ['a text instead of a file', { file: 'Name,Mail' }, /file is a file/],
    ['a map of too many bytes', { map: JSON.stringify({ columns: { ['N'.repeat(100_000)]: 'x' } }) }, /at most 100 kB/],
    [
      'a map of too many columns',
      { map: JSON.stringify({ columns: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [i, 'x'])) }) },
      /201 columns go to fields/,
    ],
    [
      'a file of too many columns',
      { file: new File([`Name,Mail,Since${','.repeat(498)}\n`], 'people.csv') },
      /^people.csv has more than 500 columns/,
    ],
    [
      'a file of too many rows',
      { file: new File([`Name,Mail,Since\n${'a\n'.repeat(200_001)}`], 'people.csv') },
      /^people.csv has more than 200000 rows/,
    ],
    ['an unknown language', { language: 'de' }, /language is one of/],
    ['another word for a dry run', { dryRun: 'maybe' }, /dryRun is/],
    ['an empty file', { file: new File([''], '../../people.csv') }, /^people.csv is empty/],
    [
      'a file with a long name that is not text',
      { file: new File([Buffer.of(0x50, 0x4b, 0)], `${'名'.repeat(200)}.csv`) },
      /^名+\.csv is not a text file/,
    ],
  ])('%s is refused as a whole', async (_, more, message) => {
    const { admin } = await createFirm(server)
    expect(await send(admin, parts(more))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  })

  const long = `Name,Mail,Since\n${Array.from({ length: 1_001 }, (_, i) => `Ada ${i},ada${i}@example.com,1815\n`).join('')}`

  it('returns 5 MB of refused rows and counts the rest', async () => {
    const { admin } = await createFirm(server)
    const rows = `Nobody,,${'x'.repeat(200_000)}\n`.repeat(30)
    const { body } = await send(admin, parts({ dryRun: 'true', file: new File([`Name,Mail,Since\n${rows}`], 'a.csv') }))
    expect(body).toMatchObject({ refused: 30, refusedMore: '6 more rows were refused and are not listed' })
    expect(String(body['refusedRows']).trim().split('\r\n')).toHaveLength(1 + 24)
  })

  it('is limited to one per person and two per firm, across all nodes', async () => {
    const [first, second] = [await createFirm(server), await createFirm(server)]
    const third = await signUp(server, first.tenantId, 'ADMIN')
    const importers = [first.admin, first.admin, first.manager, third, second.admin]
    const allDecided = Promise.withResolvers<void>()
    let decided = 0
    const countDecided = () => {
      if (++decided === importers.length) allDecided.resolve()
    }
    const sessions: typeof server.sessions = {
      ...server.sessions,
      async viewerOf(sid) {
        countDecided()
        await allDecided.promise
        return server.sessions.viewerOf(sid)
      },
    }
    const nodes = [createApp({ ...server, sessions }), createApp({ ...server, sessions })]
    const given = parts({ dryRun: 'true' })
    const responses = await Promise.all(
      importers.map(async (person, i) => {
        const response = await send(person, given, nodes[i % 2])
        if (response.status !== 200) countDecided()
        return response
      }),
    )
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.map(({ body }) => String(body['message'])).toSorted()).toEqual([
      'An import of yours is running. Please wait until it is done.',
      'The server is busy with other imports. Please try again later.',
    ])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await send(third, given)).status, 'afterwards').toBe(200)
  })

  it('does not block other requests, and ends with its connection', async () => {
    const { manager } = await createFirm(server)
    const other = as(server, (await createFirm(server)).manager)
    const { sessions } = server
    let isReading = false
    let batches = 0
    const viewerOf: typeof sessions.viewerOf = async (sid) => {
      if (!isReading) return sessions.viewerOf(sid)
      batches++
      return null
    }
    const http = await listen(createApp({ ...server, sessions: { ...sessions, viewerOf } }).fetch, 0, 'localhost')
    onTestFinished(() => void http.close())
    const { port } = http.address() as AddressInfo

    const rows = Array.from({ length: 190_000 }, (_, i) => `Ada ${i},ada${i}@example.com,${'1815 '.repeat(12)}\n`)
    const form = new FormData()
    const file = new File([`Name,Mail,Since\n${rows.join('')}`], 'people.csv')
    for (const [name, part] of Object.entries(parts({ dryRun: 'true', file }))) form.set(name, part)
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    const bytes = new Uint8Array(await request.arrayBuffer())
    let sendEnd = () => {}
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(bytes.subarray(0, -1))
        sendEnd = () => {
          stream.enqueue(bytes.subarray(-1))
          stream.close()
        }
      },
    })
    const client = new AbortController()
    const response = fetch(`http://localhost:${port}/api/imports`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        cookie: manager.cookie,
        origin: `http://localhost:${port}`,
        'content-type': request.headers.get('content-type')!,
      },
      signal: client.signal,
    } as RequestInit)
    response.catch(() => {})
    const slots = async () => {
      const [row] = await server.database.directory<{ n: number }[]>`
        select count(*)::int as n from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
      return row!.n
    }
    await expect.poll(slots).toBe(2)
    isReading = true
    sendEnd()
    let served = 0
    while (served < 20 && !batches) {
      expect((await other.get('/api/investors')).status).toBe(200)
      served++
    }
    expect(batches, 'the file is still being read').toBe(0)
    client.abort()
    await expect.poll(async () => batches > 0 || (await slots()) === 0).toBe(true)
    expect(batches, 'nothing of the file is imported').toBe(0)
    await expect.poll(slots).toBe(0)
    expect(await send(manager, parts({ dryRun: 'true' }))).toMatchObject({ status: 200 })
  })

  it('stops between batches when the person loses their rights', async () => {
    const { admin, manager } = await createFirm(server)
    const { sessions } = server
    let checks = 0
    const viewerOf: typeof sessions.viewerOf = async (sid) => {
      if (++checks === 2)
        await server.database.directory`update directory.users set is_active = false where id = ${manager.userId}`
      return sessions.viewerOf(sid)
    }
    const app = createApp({ ...server, sessions: { ...sessions, viewerOf } })
    const { status } = await send(manager, parts({ file: new File([long], 'people.csv') }), app)
    expect(status).toBe(401)
    const total = (await as(server, admin).pull()).rows.filter(([entity]) => entity === 'investors').length
    expect(total, 'the first batch stays').toBe(limits.changesPerRequest)
  })

  it('refuses a body other than a form', async () => {
    const firm = await createFirm(server)
    expect((await as(server, firm.admin).post('/api/imports', {})).status).toBe(400)
  })
})
