import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('whether others may reach the server', () => {
  it.each([
    [{}, true],
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '127.0.0.1.example.com' }, false],
    [{ PUBLIC_URL: 'https://portfolio.example.com' }, false],
  ])('%o: local %s', (env, isLocal) => {
    expect(readConfig(env).isLocal).toBe(isLocal)
  })
})

describe('demo accounts', () => {
  it('are refused with a DATABASE_URL and in production', () => {
    const DATABASE_URL = 'postgres://owner@db.example.com/firm'
    expect(() => readConfig({ DEMO: '1', DATABASE_URL })).toThrow('DEMO')
    expect(() => readConfig({ DEMO: '1', NODE_ENV: 'production' })).toThrow('DEMO')
    expect(readConfig({ DATABASE_URL }).DEMO).toBe(false)
    expect(readConfig({ NODE_ENV: 'production' }).DEMO).toBe(false)
  })

  it('otherwise depend on what the database holds', () => {
    expect(readConfig({}).DEMO).toBeUndefined()
    expect(readConfig({ DEMO: '0' }).DEMO).toBe(false)
    expect(readConfig({ DEMO: '1', HOST: '0.0.0.0' }).DEMO).toBe(true)
  })
})

it('says what is wrong with a value, a line each', () => {
  expect(() => readConfig({ PORT: 'http', LOG_LEVEL: 'loud' })).toThrow(/PORT: [^]*LOG_LEVEL: /)
})

it('lets nobody act in another role in production', () => {
  expect(readConfig({ ROLE_SWITCHER: '1' }).ROLE_SWITCHER).toBe(true)
  expect(readConfig({ ROLE_SWITCHER: '1', NODE_ENV: 'production' }).ROLE_SWITCHER).toBe(false)
})
