export { type DashboardFile, type DashboardFiles, readDashboardFiles } from './read-dashboard-files.ts'
export { readSiteFiles, type SiteFiles } from './read-site-files.ts'
