/** A complete row of a report, as an agent sends it. */
export const row = {
  day: '2026-11-13',
  currency: 'EUR',
  spend: 46.15,
  impressions: 4_600,
  clicks: 69,
  conversions: 3,
  conversionType: 'purchase',
  revenue: 195,
  attribution: '7d_click',
  objective: 'sales',
  fetchedAt: '2026-11-14T06:00:00.000Z',
}
