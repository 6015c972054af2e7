// The English texts: the shape that every other language is compared with.
import common from './common.json'
import dashboard from './dashboard.json'
import documents from './documents.json'
import fields from './fields.json'
import investments from './investments.json'
import investors from './investors.json'
import issues from './issues.json'
import portal from './portal.json'
import projects from './projects.json'
import referrals from './referrals.json'
import session from './session.json'
import settings from './settings.json'
import shell from './shell.json'
import sync from './sync.json'
import themes from './themes.json'

export const texts = {
  common,
  dashboard,
  documents,
  fields,
  investments,
  investors,
  issues,
  portal,
  projects,
  referrals,
  session,
  settings,
  shell,
  sync,
  themes,
}

export type Texts = typeof texts
