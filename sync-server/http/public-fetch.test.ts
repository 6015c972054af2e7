import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { createFetch } from './public-fetch.ts'

describe('the check for public addresses', () => {
  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a request to an address that a person entered', () => {
  const get = { method: 'GET', headers: {} }

  it.each([
    'http://example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://169.254.169.254/latest/meta-data',
  ])('does not reach %s', async (address) => {
    await expect(createFetch(true)(address, get)).rejects.toThrow('is not a public address')
  })

  it('follows no redirect and limits the size of a response', async () => {
    const server = createServer(({ url }, response) => {
      if (url === '/there') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      response.writeHead(200).end(Buffer.alloc(5_000_000))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const fetch = createFetch(false)
    const response = await fetch(`${origin}/there`, get)
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://169.254.169.254/'])
    await expect(fetch(origin, get)).rejects.toThrow('responds with too much')
    server.closeAllConnections()
    server.close()
  })
})
