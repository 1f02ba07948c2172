export {
  type Facts,
  noteArrival,
  noteCall,
  noteCaller,
  type RequestWatch,
  watchRequests,
} from './watch-requests.ts'
