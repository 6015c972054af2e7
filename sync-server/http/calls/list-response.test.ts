import { describe, expect, it } from 'vitest'
import { change, project, remove } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, type TestPerson } from '#server/test/firm.ts'
import { openServer, setupServer, type TestServer } from '#server/test/server.ts'

const server = await setupServer()
const count = 2_300

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const rows = Array.from({ length: count }, (_, at) => project({ name: `Project ${at}` }))
  for (let from = 0; from < count; from += 500)
    await staff.push(...rows.slice(from, from + 500).map((each) => change(each)))
  return { ...firm, staff, names: rows.map(({ fields }) => fields['name']), last: rows.at(-1)!, rows }
}

const open = async (staff: Device, query = '') => {
  const response = await staff.get(`/api/projects${query}`)
  return { response, pieces: response.body!.getReader() }
}

type Pieces = Awaited<ReturnType<typeof open>>['pieces']

async function rest(pieces: Pieces, text = ''): Promise<{ name: string }[]> {
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await pieces.read()
    if (done) return JSON.parse(text) as { name: string }[]
    text += decoder.decode(value, { stream: true })
  }
}

async function readAtAnotherNode(person: TestPerson): Promise<number> {
  const node = (await openServer(server.ownerUrl, { now: server.now })) as TestServer
  const { response, pieces } = await open(as(node, person))
  await pieces.cancel()
  await node.close()
  return response.status
}

describe('a long list', async () => {
  const { staff, names, last, manager } = await setupFirm()

  it('is sent while it is read, whole and in order', async () => {
    const { response, pieces } = await open(staff)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    const first = new TextDecoder().decode((await pieces.read()).value)
    expect(first.match(/"name":"Project \d+"/g)).toHaveLength(1_000)
    expect((await rest(pieces, first)).map(({ name }) => name)).toEqual(names)
  })

  it('is a snapshot, whatever is written while it is sent', async () => {
    const { pieces } = await open(staff)
    await staff.write(remove('projects', last.id), project({ name: 'Late' }))
    expect((await rest(pieces)).map(({ name }) => name)).toEqual(names)
    expect((await rest((await open(staff)).pieces)).at(-1)).toMatchObject({ name: 'Late' })
  })

  it('leaves the firm a connection: a third one waits until a client has disconnected', async () => {
    const [one, two] = [await open(staff), await open(staff)]
    const third = await staff.get('/api/projects')
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '1'])
    await staff.write(project({ name: 'Meanwhile' }))
    expect(await readAtAnotherNode(manager)).toBe(200)
    expect((await open(staff, '?limit=1000')).response.status).toBe(200)
    await one.pieces.cancel()
    await expect.poll(async () => (await staff.get('/api/projects?limit=1')).status).toBe(200)
    const again = await open(staff)
    expect((await rest(again.pieces)).length).toBeGreaterThan(count)
    await two.pieces.cancel()
    expect(server.unexpectedErrors.splice(0).join()).toContain('enough long lists')
  })

  it('uses at most half of the node’s connections', async () => {
    const second = await setupFirm()
    const [one, two] = [await open(staff), await open(staff)]
    const third = await second.staff.get('/api/projects')
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '1'])
    await one.pieces.cancel()
    await expect.poll(async () => (await open(second.staff)).response.status).toBe(200)
    await two.pieces.cancel()
    expect(new Set(server.unexpectedErrors.splice(0).map((line) => /Enough long lists/.test(line)))).toEqual(
      new Set([true]),
    )
  })

  it('is refused as a whole when a filter is wrong', async () => {
    expect((await staff.get('/api/projects?type=CASTLE')).status).toBe(400)
  })
})
