import './app/without-eval.ts'
import './app/library-styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { watchVersions } from './app/new-version.ts'
import { pageSession } from './app/page-session.ts'
import { startI18n } from './i18n/i18n.ts'
import { watchInstall } from './settings/app-status/install.ts'

watchInstall()
const session = pageSession()
void session.start()
await startI18n()
createRoot(document.getElementById('root')!).render(<App session={session} />)
if (import.meta.env.PROD) void watchVersions()
