import { describe, expect, it } from 'vitest'
import { project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupRows(n: number) {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  for (let i = 0; i < n; i++) {
    if (i % 3) server.clock.advance(1000)
    await staff.write(project({ name: `Project ${i}` }))
  }
  return { firm, staff }
}

type Row = Readonly<Record<string, unknown>>
const next = (response: Response): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]

async function walk(device: ReturnType<typeof as>, from: string) {
  const parts: Row[][] = []
  for (let at: string | undefined = from; at;) {
    const response = await device.get(at)
    expect(response.status).toBe(200)
    parts.push((await response.json()) as Row[])
    at = next(response)
  }
  return parts
}

describe('a list in pages', () => {
  it('keeps its filters and its viewer', async () => {
    const { firm, staff } = await setupRows(4)
    await staff.write(project({ status: 'EXITED' }), project({ status: 'EXITED', isVisibleToInvestors: false }))
    const exited = await walk(staff, '/api/projects?status=EXITED&limit=1')
    expect(exited.map(([row]) => row!['status'])).toEqual(['EXITED', 'EXITED'])
    const client = as(server, firm.investor)
    expect((await walk(client, '/api/projects?limit=2')).flat()).toHaveLength(5)
    const cursor = next(await staff.get('/api/projects?limit=1'))!
    const others = await createFirm(server)
    expect(await (await as(server, others.admin).get(cursor)).json()).toEqual([])
  })

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=',
    'limit=1.5',
    'limit=-1',
    'cursor=',
    'cursor=x',
    'cursor=%00',
    'limit=2&cursor=MjAyNg',
    ...['2026-02-30', '0000-01-01'].map(
      (day) => `cursor=${btoa(`${day}T00:00:00Z 0197a3b0-0000-7000-8000-000000000001`)}`,
    ),
  ])('with a wrong %s is refused', async (query) => {
    const { admin } = await createFirm(server)
    const response = await as(server, admin).get(`/api/projects?${query}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'VALIDATION' }])
  })
})
