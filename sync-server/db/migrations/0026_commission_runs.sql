ALTER TABLE "investments" ADD COLUMN "exited_on" date;
--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "inactive_from" date;
--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "active_from" date;
--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "agreement_id" uuid;
--> statement-breakpoint
CREATE INDEX "commissions_agreement_id" ON "commissions" USING btree ("tenant_id","agreement_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_agreement_id_investment_id_calculated_on_unique" ON "commissions" USING btree ("tenant_id","agreement_id","investment_id","calculated_on") WHERE deleted_at is null;
--> statement-breakpoint
alter table commissions add constraint commissions_agreement_id_fk foreign key (tenant_id, agreement_id) references referral_commissions (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
insert into readable_names (ordinal, begins, narrows, names) values (9, '{}', '{}', '{
"activities":{"fields":{"action":"all","at":"all","entityId":"all","entityType":"all","investorId":"nobody","shown":"nobody","title":"all","userId":"staff"},"kept":"recent {\"by\":\"at\",\"days\":90}","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"analyticsData":{"fields":{"computedAt":"all","data":"all","entityId":"all","type":"all","validUntil":"all"},"kept":"recent {\"by\":\"computedAt\",\"months\":14}","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"auditLogs":{"fields":{"action":"all","details":"all","entityId":"all","entityType":"all","hash":"all","previousHash":"all","timestamp":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"nothing"}},
"bankAccounts":{"fields":{"accountNumber":"nobody","accountType":"all","bankName":"all","isActive":"all","plaidAccessToken":"nobody","plaidAccountId":"nobody","routingNumber":"nobody","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"nothing"}},
"cashFlows":{"fields":{"amount":"all","currency":"all","date":"all","description":"all","investorId":"all","projectId":"all investments","type":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"commissions":{"fields":{"agreementId":"all","amount":"all","calculatedOn":"all","currency":"all","description":"all","dueDate":"all","feeType":"all","investmentId":"all","paidDate":"all","percentage":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"deals":{"fields":{"assignedTo":"all","currency":"all","dealSize":"all","description":"all","dueDate":"all","estimatedClosing":"all","industry":"all","location":"all","minimumInvestment":"all","name":"all","projectId":"all","sourceId":"all","status":"all","targetIRR":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"documentSignatures":{"fields":{"digitalSignature":"nobody","documentId":"all","ipAddress":"staff","signedAt":"all","signerId":"all","signerRole":"all","status":"all","userAgent":"staff"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"signerId":"viewer.user"}],"PORTFOLIO_MANAGER":"everything"}},
"documents":{"fields":{"audience":"all","investorId":"all","language":"all","name":"all","projectId":"all investments","shown":"nobody","type":"all","uploadedBy":"all","url":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"exchangeRates":{"fields":{"date":"all","fromCurrency":"all","rate":"all","source":"all","toCurrency":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"everything","PORTFOLIO_MANAGER":"everything"}},
"investments":{"fields":{"amount":"all","currency":"all","exitedOn":"all","investmentDate":"all","investorId":"all","projectId":"all","projectName":"investor","redemptionDate":"all","status":"all","valueRatio":"investor"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"investorConnections":{"fields":{"acceptedAt":"all","message":"all","recipientId":"all","requesterId":"all","status":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"requesterId":"viewer.investors"},{"recipientId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"investorUsers":{"fields":{"investorId":"all","userId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"investors":{"fields":{"address":"all","email":"all","firstName":"all","kycStatus":"all","lastName":"all","notes":"staff","phone":"all","referralId":"staff","totalInvested":"all","userId":"staff"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"id":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"notifications":{"fields":{"kind":"all","params":"all","readAt":"all","titleKey":"all","url":"all","userId":"all"},"kept":"all","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"opportunities":{"fields":{"dealId":"all","investorId":"all","message":"all","responded":"all","respondedAt":"all","response":"all","sharedBy":"all","viewed":"all","viewedAt":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"projects":{"fields":{"actualIRR":"all","actualTotalInvested":"staff","currency":"all","description":"all","duration":"all","expectedIRR":"all","isVisibleToInvestors":"all","location":"all","name":"all","paymentInstallment":"all","raisedAmount":"staff","status":"all","targetAmount":"all","type":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"isVisibleToInvestors":true}],"PORTFOLIO_MANAGER":"everything"}},
"pushSubscriptions":{"fields":{"auth":"nobody","endpoint":"all","p256dh":"nobody","userId":"all"},"kept":"never","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"referralAttachments":{"fields":{"description":"all","documentName":"all","documentUrl":"all","notes":"all","referralId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"referralCommissions":{"fields":{"commissionPercentage":"all","frequency":"all","projectId":"all","referralId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"referrals":{"fields":{"activeFrom":"all","email":"all","fullAddress":"all","inactiveFrom":"all","investorId":"all","isActive":"all","name":"all","notes":"all","phone":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"tradingAccounts":{"fields":{"accountId":"nobody","accountName":"all","apiKeyEncrypted":"nobody","isActive":"all","lastSyncAt":"all","platform":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"nothing"}},
"userPreferences":{"fields":{"dateFormat":"all","defaultCurrency":"all","language":"all","timeZone":"all","userId":"all"},"kept":"all","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"valuations":{"fields":{"nav":"staff","notes":"staff","projectId":"all","shown":"nobody","valuationDate":"all","valueRatio":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true}],"PORTFOLIO_MANAGER":"everything"}}
}');
