/// The methods about accounts and syncing, in the order in which the reference lists them.
public let syncMethods: [any RPCMethod.Type] = [
  DashboardRefresh.self,
  AccountStatus.self, AccountRegister.self, AccountLogin.self, AccountLogout.self, AccountUpload.self,
  AccountSessions.self, AccountRenameSession.self, AccountEndSession.self, AccountEndOtherSessions.self,
  AccountPassword.self, AccountUpdate.self, AccountReset.self,
  ShareCreate.self, ShareList.self, ShareRevoke.self, ShareAccept.self, ShareMembers.self,
  ShareRole.self, ShareRemove.self, ShareLeave.self, ShareTransfer.self,
  QueueList.self, QueueRetry.self, QueueDiscard.self,
  InboxList.self, InboxDismiss.self, InboxApply.self,
]
