import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '#web/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/dashboard')({ component: DashboardScreen })
