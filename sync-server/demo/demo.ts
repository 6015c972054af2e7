import type { Demo } from '../app.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { demoFiles } from './demo-files.ts'

export const demoOf = (isOn: boolean): Demo => ({
  isOn,
  shown: demoAccounts,
  password: demoPassword,
  routes: demoFiles,
})
