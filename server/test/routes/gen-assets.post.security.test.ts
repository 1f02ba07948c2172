import { endpoints } from '@atelier/contract'
import { formOf } from './make-album.ts'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.uploadAsset, { valid: async () => ({ form: () => formOf({}) }) })
