import { expect, it } from 'vitest'
import { isApiPath } from './same-origin-path.ts'

const origin = 'https://firm.example'

it.each([
  '/api/logout',
  'https://firm.example/api/logout',
  'https://FIRM.example:443/x/../api/logout',
  '/%61pi/logout',
])('%s is a call of the server that shows it', (address) => expect(isApiPath(address, origin)).toBe(true))

it.each(['/files/1', 'https://other.example/api/logout', 'https://firm.example/apis', '/100%/api', 'https://', ''])(
  '%s is none',
  (address) => expect(isApiPath(address, origin)).toBe(false),
)
