ALTER TABLE "investors" ADD COLUMN "kyc_review_on" date;
--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "kyc_documents" jsonb;
--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "kyc_decided_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "kyc_decided_by" uuid;
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "kyc_evidence" text;
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "expires_on" date;
--> statement-breakpoint
insert into readable_names (ordinal, begins, narrows, names) select 26, '{}', '{}', ((select e'{\n' from readable_names where ordinal = 25) || string_agg(to_json(entity)::text || ':' || names, e',\n' order by entity collate "C") || e'\n}')::json from (select key, value::text from readable_names, json_each(names) where ordinal = 25 and key <> all ('{documents,investors}') union all values ('documents', '{"fields":{"audience":"all","expiresOn":"all","fileName":"all","fileState":"all","investorId":"all","kycEvidence":"all","language":"all","mimeType":"all","name":"all","projectId":"all investments","sha256":"all","shown":"nobody","size":"all","type":"all","uploadedBy":"all","url":"all","version":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}}'), ('investors', '{"fields":{"address":"all","email":"all","firstName":"all","kycDecidedAt":"all","kycDecidedBy":"staff","kycDocuments":"staff","kycReason":"staff","kycReviewOn":"all","kycStatus":"all","lastName":"all","nextContactOn":"staff","notes":"staff","phone":"all","referralId":"staff","totalInvested":"all","userId":"staff"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"id":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}}')) as each (entity, names);
