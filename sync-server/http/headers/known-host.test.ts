import { expect, it } from 'vitest'
import { isServerHost } from './known-host.ts'

it.each([
  ['localhost:3000', 'localhost', true],
  ['127.0.0.1:3000', 'localhost', true],
  ['[::1]:3000', 'localhost', true],
  ['evil.example:3000', 'localhost', false],
  ['localhost.evil.example', 'localhost', false],
  ['192.0.2.1', 'localhost', false],
  ['Holdfast.Example:3000', 'holdfast.example', true],
  ['evil.example', 'holdfast.example', false],
  ['192.0.2.1:3000', '0.0.0.0', true],
  ['[2001:db8::1]', '::', true],
  ['evil.example', '0.0.0.0', false],
  ['[2001:db8::5]:3000', '2001:db8:0::5', true],
  ['', '::', false],
  ['a b', 'localhost', false],
])('%s where the server listens on %s: own %s', (host, listensOn, isOwn) => {
  expect(isServerHost(host, listensOn)).toBe(isOwn)
})
