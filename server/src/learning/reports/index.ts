export { eraseReportKeys } from './erase-report-keys.ts'
export { sendReport } from './send-report.ts'
