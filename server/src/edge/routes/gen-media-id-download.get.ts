import { DownloadQuery, endpoints } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { describeDownload } from '#production/media'

export const downloadMedia = keyRoute(endpoints.downloadMedia, async ({ app, caller, params, query }) => {
  const { redirect } = parseQuery(DownloadQuery, query)
  const download = await describeDownload(app, caller, params.id)
  if (redirect) return { status: 302, headers: { location: download.downloadUrl } }
  return { status: 200, body: download }
})
