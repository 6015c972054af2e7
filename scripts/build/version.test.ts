import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { versionOf } from './version.ts'

async function setupFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'version-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'web'))
  await writeFile(join(folder, 'package.json'), '{ "version": "1.2.3" }')
  await writeFile(join(folder, 'web/main.tsx'), 'one')
  return folder
}

it('the version is that of the package, and the build follows from the sources alone', async () => {
  const [one, other] = [await setupFolder(), await setupFolder()]
  const first = await versionOf(one)
  expect(first).toEqual({ version: '1.2.3', build: expect.stringMatching(/^[0-9a-f]{8}$/) as string })
  expect(await versionOf(other)).toEqual(first)
  await writeFile(join(other, 'web/main.test.tsx'), 'a test goes into no build')
  expect(await versionOf(other)).toEqual(first)
  await writeFile(join(other, 'web/main.tsx'), 'two')
  expect((await versionOf(other)).build).not.toBe(first.build)
})
