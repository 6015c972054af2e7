import { rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { makeRunFolder, memoryFolder } from './memory-folder.ts'

const gigabytes = 2 ** 30
const disk = '/dev/vda / ext4 rw,relatime 0 0\n'
const tmpfs = (options: string) => `${disk}tmpfs /dev/shm tmpfs ${options} 0 0\n`
const machine = { mounts: tmpfs('rw,relatime'), freeBytes: () => 20 * gigabytes, memory: 20 * gigabytes }

it('uses the in-memory folder on a machine with enough memory', () => {
  expect(memoryFolder(machine)).toBe('/dev/shm')
})

it.each([
  ['none is mounted', { mounts: disk }],
  ['the system is not Linux', { mounts: '' }],
  ['it is on a disk', { mounts: '/dev/vdb /dev/shm ext4 rw 0 0\n' }],
  ['it does not allow executables', { mounts: tmpfs('rw,nosuid,nodev,noexec') }],
  ['it cannot be written', { mounts: tmpfs('ro,relatime') }],
  ['a later mount hides it', { mounts: `${tmpfs('rw')}/dev/vdb /dev/shm ext4 rw 0 0\n` }],
  ['it is as small as that of a container', { freeBytes: () => 64 * 2 ** 20 }],
  ['the container may not use so much memory', { memory: 4 * gigabytes }],
])('does not use it when %s', (_, difference) => {
  expect(memoryFolder({ ...machine, ...difference })).toBeUndefined()
})

it('uses the folder that the caller names', () => {
  const env = { TMPDIR: tmpdir() }
  const folder = makeRunFolder(env)
  rmSync(folder, { recursive: true })
  expect(dirname(folder)).toBe(tmpdir())
  expect(env).toEqual({ TMPDIR: tmpdir() })
})

it('sets the created memory folder for programs, readable by other users', () => {
  const env: NodeJS.ProcessEnv = {}
  const folder = makeRunFolder(env)
  const { mode } = statSync(folder)
  rmSync(folder, { recursive: true })
  const isInMemory = dirname(folder) === '/dev/shm'
  expect(env).toEqual(isInMemory ? { TMPDIR: folder } : {})
  expect(isInMemory ? mode & 0o777 : 0o755).toBe(0o755)
})
