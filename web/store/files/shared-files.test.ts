import { describe, expect, it, vi } from 'vitest'
import { maxFileBytes } from '#schema/kernel/files.ts'
import { plain } from '#web/store/base/codec.ts'
import { databaseNameOf, sharedDatabaseName } from '#web/store/disk/database-name.ts'
import { rememberIdentity, sealedPeople } from '#web/store/disk/identity.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { FileDisk } from './file-disk.ts'
import { storeSharedFiles, maxSharedFiles, SharedFiles, sharedIn } from './shared-files.ts'
import { ada, Device } from '#web/store/test/device.ts'
import { disks } from '#web/store/test/sealing.ts'
import { wipe } from '#web/store/wipe.ts'

const pdf = (text = '%PDF-paper', name = 'Plan.pdf') => new File([text], name, { type: 'application/pdf' })
const grace = { ...ada, id: 'user-2', firstName: 'Grace' }

async function setup() {
  const device = new Device()
  const cookies = { person: ada.id as string | null, leaving: null as string | null }
  await rememberIdentity(device.idb, ada, device.prefix)
  let ids = 0
  const deps = {
    idb: device.idb,
    databasePrefix: device.prefix,
    codec: disks.codec,
    newId: () => `shared-${String(++ids).padStart(3, '0')}`,
    cookies: async () => cookies as typeof cookies | undefined,
  }
  const share = (...files: File[]) => storeSharedFiles(deps, files)
  const hasDatabase = async () =>
    (await device.idb.indexedDB.databases()).some(
      ({ name }) => name === sharedDatabaseName(databaseNameOf(ada, device.prefix)),
    )
  return { device, cookies, deps, share, hasDatabase }
}

describe('files that another app shares', () => {
  it('wait for the current person, oldest first, until they are removed', async () => {
    const { device, share } = await setup()
    expect(await share(pdf(), pdf('%PDF-second', 'Second.pdf'))).toBe('stored')
    expect(await share(pdf('%PDF-third', 'Third.pdf'))).toBe('stored')
    const { shared } = await device.open()
    const [first, ...rest] = await shared.all()
    expect([first, ...rest].map((each) => [each!.name, each!.seen])).toEqual([
      ['Plan.pdf', false],
      ['Second.pdf', false],
      ['Third.pdf', false],
    ])
    const file = await shared.open(first!)
    expect([file!.name, file!.type, await file!.text()]).toEqual(['Plan.pdf', 'application/pdf', '%PDF-paper'])
    await shared.markSeen(first!)
    expect((await shared.all()).map(({ seen }) => seen)).toEqual([true, false, false])
    await shared.remove(first!)
    expect(await shared.open(first!)).toBeNull()
    expect(await shared.all()).toMatchObject(rest)
  })

  it('replace earlier ones, and are not exported to another device until the person confirms them', async () => {
    const { device, deps, share } = await setup()
    const receiveUnconfirmed = (...files: File[]) => storeSharedFiles({ ...deps, isUnconfirmed: true }, files)
    await share(pdf())
    for (let i = 0; i < maxSharedFiles; i++)
      expect(await receiveUnconfirmed(pdf('%PDF-sent', `Sent ${i}.pdf`))).toBe('stored')
    const { shared } = await device.open()
    const [mine, sent, ...more] = await shared.all()
    expect([mine!.name, sent!.name, sent!.isUnconfirmed, more]).toEqual(['Plan.pdf', 'Sent 19.pdf', true, []])
    const exportedNames = async () => {
      const found = []
      const disk = new FileDisk(
        sharedDatabaseName(databaseNameOf(ada, device.prefix)),
        device.idb,
        disks.codec ?? plain,
      )
      for await (const { text, bytes } of new SharedFiles(disk).eachWithBytes())
        if (bytes) found.push(sharedIn(text)!.name)
      return found
    }
    expect(await exportedNames()).toEqual(['Plan.pdf'])
    await shared.confirm(sent!)
    expect(await exportedNames()).toEqual(['Plan.pdf', 'Sent 19.pdf'])
    expect(await receiveUnconfirmed(pdf())).toBe('stored')
    expect(await shared.all()).toHaveLength(3)
  })

  it.each([
    ['nobody has signed in', { isRemembered: false }],
    ['the session has ended', { person: 'ended' }],
    ['somebody else has signed in', { person: grace.id }],
    ['they are signing out', { person: null, leaving: `${ada.tenantId}.${ada.id}` }],
    ['whose session it is cannot be read', { unread: true }],
  ])(
    'WHO1 are not stored when %s',
    async (_, { isRemembered, unread, ...cookieOverrides }: Record<string, unknown>) => {
      const { device, cookies, deps, share, hasDatabase } = await setup()
      Object.assign(cookies, cookieOverrides)
      if (unread) deps.cookies = async () => undefined
      if (isRemembered === false) await wipe(device.deps(), ada)
      expect(await share(pdf())).toBe('nobody')
      expect(await hasDatabase()).toBe(false)
    },
  )

  it('are stored for the remembered person whose session has no cookie', async () => {
    const { cookies, share } = await setup()
    cookies.person = null
    expect(await share(pdf())).toBe('stored')
  })

  it('WHO7 leave nothing behind if the user signs out while they are being stored', async () => {
    const { deps, cookies, share, hasDatabase } = await setup()
    deps.cookies = vi
      .fn<typeof deps.cookies>(async () => ({ ...cookies, person: 'ended' }))
      .mockResolvedValueOnce(cookies)
    expect(await share(pdf())).toBe('nobody')
    expect(await hasDatabase()).toBe(false)
  })

  it('WHO7 are deleted with their owner’s data, and WHO5 wait sealed for them', async () => {
    const { device, share, hasDatabase } = await setup()
    const store = await device.open()
    await share(pdf())
    await store.close()
    await evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada)
    expect(await sealedPeople(device.idb, device.prefix)).toMatchObject([{ unsent: 1 }])
    expect(await hasDatabase()).toBe(true)
    await wipe(device.deps(), ada)
    expect(await hasDatabase()).toBe(false)
  })

  it('are stored all or not at all, up to the limit', async () => {
    const { device, share } = await setup()
    expect(await share(...Array.from({ length: maxSharedFiles - 1 }, () => pdf()))).toBe('stored')
    expect(await share(pdf(), pdf())).toBe('unkept')
    const { shared } = await device.open()
    expect(await shared.all()).toHaveLength(maxSharedFiles - 1)
    const unreadable = pdf()
    unreadable.slice = () => {
      throw new DOMException('Gone', 'NotFoundError')
    }
    await shared.remove((await shared.all())[0]!)
    expect(await share(pdf(), unreadable)).toBe('unkept')
    expect(await shared.all()).toHaveLength(maxSharedFiles - 2)
    expect(await share()).toBe('none')
  })

  it('occupy at most one byte over the limit if they are too large', async () => {
    const { device, share } = await setup()
    expect(await share(pdf('x'.repeat(maxFileBytes + 9)))).toBe('stored')
    const { shared } = await device.open()
    expect((await shared.open((await shared.all())[0]!))!.size).toBe(maxFileBytes + 1)
  })

  it('[FILE34] are whole if they are photos, which become smaller pages', async () => {
    const { device, share } = await setup()
    const size = maxFileBytes + 9
    expect(await share(new File(['x'.repeat(size)], 'Lease.HEIC'))).toBe('stored')
    const { shared } = await device.open()
    expect((await shared.open((await shared.all())[0]!))!.size).toBe(size)
  })

  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const

  it('of a saved file of unsent work are pages only with a form, a position and four corners', () => {
    const page = { form: 'documents', position: 1, corners }
    const pageIn = (stored: unknown) =>
      sharedIn(JSON.stringify({ format: 1, id: 'a', name: 'A.jpg', page: stored }))?.page
    expect(pageIn(page)).toEqual(page)
    const broken = [
      null,
      'page',
      {},
      { ...page, position: '1' },
      { ...page, corners: [[0, 0]] },
      { ...page, corners: 'abcd' },
    ]
    expect(broken.map(pageIn)).toEqual(broken.map(() => undefined))
  })

  it('[FILE34] include photographed pages, which stay in their order until removed, and leave room for others', async () => {
    const { device, share } = await setup()
    const { shared } = await device.open()
    const photo = (text: string) => new File([text], 'Page.jpg', { type: 'image/jpeg' })
    for (let position = 1; position <= maxSharedFiles + 1; position++)
      await shared.addPage(`page-${position}`, photo(`photo ${position}`), { form: 'documents', position, corners })
    expect(await share(pdf())).toBe('stored')
    const { shared: restarted } = await device.open()
    const pages = (await restarted.all()).filter(({ page }) => page)
    expect(pages).toHaveLength(maxSharedFiles + 1)
    const first = pages.find(({ id }) => id === 'page-1')!
    expect(await (await restarted.open(first))!.text()).toBe('photo 1')
    await restarted.changePage(first, { ...first.page!, position: 99 })
    expect((await shared.all()).find(({ id }) => id === 'page-1')!.page!.position).toBe(99)
    await shared.remove(first)
    expect((await restarted.all()).some(({ id }) => id === 'page-1')).toBe(false)
  })
})
