import { createFileRoute } from '@tanstack/react-router'
import { InvestorPortalScreen } from '#web/investor-portal/investor-portal-screen.tsx'

export const Route = createFileRoute('/investor-portal')({ component: InvestorPortalScreen })
