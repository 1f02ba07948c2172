export { type DashboardFile, type DashboardFiles, readDashboardFiles } from './read-dashboard-files.ts'
