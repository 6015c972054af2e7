import { expect, test, vi } from 'vitest'
import { handleLaunches } from './launches.ts'

type Consumer = (launch: { files: readonly { getFile: () => Promise<File> }[] }) => void

function setup() {
  let consumer: Consumer = () => {}
  const storeFiles = vi.fn<Parameters<typeof handleLaunches>[1]>(async () => 'stored')
  const visited: string[] = []
  handleLaunches({ launchQueue: { setConsumer: (take: Consumer) => void (consumer = take) } }, storeFiles, (path) =>
    visited.push(path),
  )
  return {
    keep: storeFiles,
    went: visited,
    launch: (...files: (() => Promise<File>)[]) => consumer({ files: files.map((getFile) => ({ getFile })) }),
  }
}

test('files opened with the app are stored before the upload dialog opens', async () => {
  const { keep, went, launch } = setup()
  launch(
    async () => new File(['a'], 'Plan.pdf'),
    async () => new File(['b'], 'Lease.docx'),
  )
  await expect.poll(() => went).toEqual(['/share'])
  expect(keep.mock.calls[0]![0].map(({ name }) => name)).toEqual(['Plan.pdf', 'Lease.docx'])
})

test.each([
  ['nobody works here', async () => 'nobody' as const, '/share?not=nobody'],
  ['the device has no room', async () => 'unkept' as const, '/share?not=unkept'],
])('opening files when %s shows why they are missing', async (_, outcome, path) => {
  const { keep, went, launch } = setup()
  keep.mockImplementation(outcome)
  launch(async () => new File(['a'], 'Plan.pdf'))
  await expect.poll(() => went).toEqual([path])
})

test('a file that can no longer be read is reported, and a launch without files is ignored', async () => {
  const { keep, went, launch } = setup()
  launch()
  launch(() => Promise.reject(new DOMException('Gone', 'NotFoundError')))
  await expect.poll(() => went).toEqual(['/share?not=unkept'])
  expect(keep).not.toHaveBeenCalled()
})

test('browsers without a launch queue are supported', () => {
  expect(() =>
    handleLaunches(
      {},
      async () => 'stored',
      () => {},
    ),
  ).not.toThrow()
})
