import type { Demo } from '../app.ts'
import { demoAccounts, demoPassword } from './accounts.ts'

export const demoOf = (isOn: boolean): Demo => ({
  isOn,
  shown: demoAccounts,
  password: demoPassword,
})
