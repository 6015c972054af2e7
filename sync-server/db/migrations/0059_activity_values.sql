ALTER TABLE "activities" ADD COLUMN "device" text;
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "source" text;
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "changes" jsonb;
--> statement-breakpoint
insert into readable_names (ordinal, begins, narrows, names) select 25, '{}', '{}', ((select e'{\n' from readable_names where ordinal = 24) || string_agg(to_json(entity)::text || ':' || names, e',\n' order by entity collate "C") || e'\n}')::json from (select key, value::text from readable_names, json_each(names) where ordinal = 24 and key <> all ('{activities}') union all values ('activities', '{"fields":{"action":"all","at":"all","belongedTo":"staff","by":"staff","changes":"staff","device":"staff","entityId":"all","entityType":"all","investorId":"nobody","shown":"nobody","source":"staff","title":"all","userId":"staff"},"kept":"recent {\"by\":\"at\",\"days\":90}","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}}')) as each (entity, names);
