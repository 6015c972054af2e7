import { afterEach, beforeEach } from 'vitest'

const printError = console.error
let errors: string[] = []

beforeEach(() => {
  errors = []
  console.error = (...parts: unknown[]) => {
    errors.push(parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '))
    printError(...parts)
  }
})

afterEach(() => {
  console.error = printError
  if (errors.length > 0) throw new Error(`Unexpected console.error:\n${errors.join('\n')}`)
})
