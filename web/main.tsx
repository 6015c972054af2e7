import '#schema/app/without-eval.ts'
import './app/start/library-styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { handleLaunches } from './app/start/launches.ts'
import { watchVersions } from './app/start/new-version.ts'
import { storeLaunchedFiles, pageSession, watchSession } from './app/page-session.ts'
import { router } from './app/router.ts'
import { startI18n } from './i18n/i18n.ts'
import { watchInstall } from './settings/app-status/install.ts'

watchInstall()
handleLaunches(window, storeLaunchedFiles, (path) => router.history.push(path))
const session = pageSession()
watchSession(session)
void session.start()
await startI18n()
createRoot(document.getElementById('root')!).render(<App session={session} />)
if (import.meta.env.PROD) void watchVersions()
